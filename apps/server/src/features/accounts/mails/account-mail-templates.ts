import {
  accountPhrase,
  defineMailTemplate,
  formatUtcTime,
  type Recipient,
  sanitizeName,
  siteHost,
} from '#features/mail-templates/mail-templates.public';
import type { AccountMail } from './account-mails.ts';

/* Default texts; a superuser can save custom ones. Each mail begins with `Hello {username}.` */

const securityReason = (recipient: Recipient) =>
  `You get this because something changed that protects ${accountPhrase(recipient)}. Such mails cannot be switched off.`;
const notYou = 'Not you?';

export const verifyTemplate = defineMailTemplate({
  kind: 'verify',
  wording: {
    subject: 'Confirm your email address',
    preview: 'One click, and this address belongs to your account.',
    heading: 'Is this your address?',
    paragraphs: [
      'Hello {username}. Confirm this address to add it to your account. Then you can log in with it, and reset your password if you forget it.',
      'The link is valid for three days.',
    ],
    action: 'Confirm this address',
    question: notYou,
    otherwise: 'Then someone mistyped their address. Ignore this mail and nothing happens.',
  },
  frame: (recipient, { url }: { url: string }) => ({
    values: {},
    url,
    reason: `You get this because someone entered this address for the account ${sanitizeName(recipient.username)} on ${siteHost(recipient)}.`,
  }),
});

const resetFrame = (recipient: Recipient, { url }: { url: string }) => ({
  values: {},
  url,
  reason: `You get this because someone asked to reset the password of ${accountPhrase(recipient)}.`,
});
const resetTexts = {
  preview: 'The link is valid for one hour.',
  question: notYou,
  otherwise: 'Ignore this mail and nothing changes. Only a person who can read your mail can use it.',
} as const;

export const resetTemplate = defineMailTemplate({
  kind: 'reset',
  wording: {
    ...resetTexts,
    subject: 'Reset your password',
    heading: 'Set a new password',
    paragraphs: [
      'Hello {username}. Open the link and set a new password. Every session of your account ends then, on all devices.',
      'The link is valid for one hour and can be used once.',
    ],
    action: 'Set a new password',
  },
  frame: resetFrame,
});

export const firstPasswordTemplate = defineMailTemplate({
  kind: 'first-password',
  wording: {
    ...resetTexts,
    subject: 'Choose a password',
    heading: 'Choose a password',
    paragraphs: [
      'Hello {username}. Your account has no password yet, because you log in another way. Open the link and choose one.',
      'The link is valid for one hour and can be used once.',
    ],
    action: 'Choose a password',
  },
  frame: resetFrame,
});

/** Frame of security mails: links to the account page. */
const accountFrame = (recipient: Recipient) => ({
  values: {},
  url: `${recipient.publicUrl}/account`,
  reason: securityReason(recipient),
});

export const passwordChangedTemplate = defineMailTemplate({
  kind: 'password-changed',
  wording: {
    subject: 'Your password was changed',
    preview: 'If this was you, you do not need to do anything.',
    heading: 'Your password was changed',
    paragraphs: ['Hello {username}. Your account has a new password. If this was you, you do not need to do anything.'],
    action: 'It was not me',
    question: notYou,
    otherwise:
      'Someone else may be using your account. Reset the password with this address: that logs them out on every device.',
  },
  frame: (recipient) => ({ ...accountFrame(recipient), url: `${recipient.publicUrl}/password-reset` }),
});

export const emailChangedTemplate = defineMailTemplate({
  kind: 'email-changed',
  wording: {
    subject: 'Your email address was changed',
    preview: 'This address no longer belongs to your account.',
    heading: 'You have a new email address',
    paragraphs: [
      'Hello {username}. Your account has another email address now, so this is the last mail to this one. If you changed it, you do not need to do anything.',
    ],
    action: 'Open your account',
    question: notYou,
    otherwise:
      'If you can still log in, change the address back, and set a new password. If you cannot log in, contact the operator of {host}. Only they can help you then.',
  },
  frame: accountFrame,
});

export const newSignInTemplate = defineMailTemplate({
  kind: 'new-sign-in',
  placeholders: ['device', 'time'],
  wording: {
    subject: 'New log-in to your account',
    preview: 'Someone logged in with a device that is new to your account.',
    heading: 'A new device logged in',
    paragraphs: ['Hello {username}. This device has not been here before. If it is yours, carry on.'],
    action: 'See your sessions',
    question: notYou,
    otherwise: 'End that session, then set a new password, because someone knows the old one.',
  },
  frame: (recipient, { device, at }: { device: string; at: string }) => {
    const values = { device: sanitizeName(device), time: formatUtcTime(at) };
    return {
      values,
      facts: [
        ['Device', values.device],
        ['Time', values.time],
      ],
      url: `${recipient.publicUrl}/account/sessions`,
      reason: `You get this because mails about new devices are switched on for ${accountPhrase(recipient)}. Your account settings switch them off.`,
    };
  },
});

/** Closing text of mails about changes that may come from an attacker. */
const securityTexts = {
  action: 'Check your account',
  question: notYou,
  otherwise: 'Set a new password, then end every session that is not yours under Account, Sessions.',
} as const;

type FactorChange = Extract<AccountMail, { kind: 'second_factor_changed' }>['what'];

export const secondFactorTemplates = {
  totp_on: defineMailTemplate({
    kind: 'second-factor-on',
    wording: {
      ...securityTexts,
      subject: 'Two-factor authentication is on',
      preview: 'The password alone no longer opens a session.',
      heading: 'Two-factor authentication is on',
      paragraphs: [
        'Hello {username}. From now on logging in takes your password and a code from your authenticator app. Keep the recovery codes where you find them without your phone.',
      ],
    },
    frame: accountFrame,
  }),
  totp_off: defineMailTemplate({
    kind: 'second-factor-off',
    wording: {
      ...securityTexts,
      subject: 'Two-factor authentication is off',
      preview: 'The password alone opens your account again.',
      heading: 'Two-factor authentication is off',
      paragraphs: [
        'Hello {username}. The authenticator app was removed from your account, and its recovery codes are void. The password alone opens it again.',
      ],
    },
    frame: accountFrame,
  }),
  passkey_added: defineMailTemplate({
    kind: 'passkey-added',
    wording: {
      ...securityTexts,
      subject: 'A passkey was added',
      preview: 'It opens your account without a password.',
      heading: 'A passkey was added',
      paragraphs: [
        'Hello {username}. A passkey was added to your account. Anyone who has this passkey can log in without a password.',
      ],
    },
    frame: accountFrame,
  }),
  passkey_removed: defineMailTemplate({
    kind: 'passkey-removed',
    wording: {
      ...securityTexts,
      subject: 'A passkey was removed',
      preview: 'It no longer opens your account.',
      heading: 'A passkey was removed',
      paragraphs: ['Hello {username}. A passkey was removed from your account. It opens nothing here any more.'],
    },
    frame: accountFrame,
  }),
  recovery_codes_renewed: defineMailTemplate({
    kind: 'recovery-codes-renewed',
    wording: {
      ...securityTexts,
      subject: 'New recovery codes',
      preview: 'The old ones are void.',
      heading: 'New recovery codes',
      paragraphs: [
        'Hello {username}. New recovery codes were made for your account. The old ones are void: throw them away.',
      ],
    },
    frame: accountFrame,
  }),
  recovery_code_used: defineMailTemplate({
    kind: 'recovery-code-used',
    wording: {
      ...securityTexts,
      subject: 'A recovery code was used',
      preview: 'It is void now.',
      heading: 'A recovery code was used',
      paragraphs: [
        'Hello {username}. Someone logged in to your account with a recovery code in place of the authenticator app. The code is void now. Make new ones before you run out.',
      ],
    },
    frame: accountFrame,
  }),
} satisfies Record<FactorChange, unknown>;

const providerFrame = (recipient: Recipient, { provider }: { provider: string }) => ({
  ...accountFrame(recipient),
  values: { provider: sanitizeName(provider) },
});

export const providerLinkedTemplate = defineMailTemplate({
  kind: 'provider-linked',
  placeholders: ['provider'],
  required: ['provider'],
  wording: {
    ...securityTexts,
    subject: 'A way to log in was connected',
    preview: '{provider} opens your account from now on.',
    heading: 'A way to log in was connected',
    paragraphs: [
      'Hello {username}. Your account is connected to {provider}. Anyone who can log in there can also log in here.',
    ],
  },
  frame: providerFrame,
});

export const providerUnlinkedTemplate = defineMailTemplate({
  kind: 'provider-unlinked',
  placeholders: ['provider'],
  required: ['provider'],
  wording: {
    ...securityTexts,
    subject: 'A way to log in was disconnected',
    preview: '{provider} no longer opens your account.',
    heading: 'A way to log in was disconnected',
    paragraphs: [
      'Hello {username}. Your account is no longer connected to {provider}. Log in with your password or a passkey.',
    ],
  },
  frame: providerFrame,
});

export const deletionTemplate = defineMailTemplate({
  kind: 'deletion-scheduled',
  placeholders: ['time'],
  wording: {
    subject: 'Your account is going to be deleted',
    preview: 'On {time}. Until then you can keep it.',
    heading: 'Your account is going to be deleted',
    paragraphs: [
      'Hello {username}. You asked us to delete your account. Your progress, flags, notes and place on the leaderboard go with it, and cannot be restored.',
      'Changed your mind? Log in before that day and keep it.',
    ],
    action: 'Keep the account',
    question: notYou,
    otherwise: 'Log in, keep the account, and set a new password, because someone knows the old one.',
  },
  frame: (recipient, { deleteAt }: { deleteAt: string }) => ({
    ...accountFrame(recipient),
    values: { time: formatUtcTime(deleteAt) },
    facts: [['Deleted on', formatUtcTime(deleteAt)]],
  }),
});

export const deletionByOperatorTemplate = defineMailTemplate({
  kind: 'deletion-by-operator',
  placeholders: ['time'],
  wording: {
    subject: 'The operator is going to delete your account',
    preview: 'On {time}. Until then you can keep it.',
    heading: 'Your account is going to be deleted',
    paragraphs: [
      'Hello {username}. The operator of this site has scheduled the deletion of your account. Your progress, flags, notes and place on the leaderboard go with it, and cannot be restored.',
      'Do you still need it? Log in before that day and keep it, or download your data.',
    ],
    action: 'Keep the account',
    question: 'Is this a mistake?',
    otherwise: 'Log in and keep the account, then ask the operator about it.',
  },
  frame: (recipient, { deleteAt }: { deleteAt: string }) => ({
    ...accountFrame(recipient),
    values: { time: formatUtcTime(deleteAt) },
    facts: [['Deleted on', formatUtcTime(deleteAt)]],
  }),
});

export const welcomeTemplate = defineMailTemplate({
  kind: 'welcome',
  wording: {
    subject: 'Your new account',
    preview: 'Choose a password to use it.',
    heading: 'Choose a password',
    paragraphs: [
      'Hello {username}. The operator of this site has created an account for you. Open the link and choose a password. Then log in as {username}, or with this address.',
      'The link is valid for 14 days and can be used once.',
    ],
    action: 'Choose a password',
    question: 'Did you not expect this?',
    otherwise: 'Ignore this mail. Without a password, the account cannot be used.',
  },
  frame: (recipient, { url }: { url: string }) => ({
    values: {},
    url,
    reason: `You get this because the operator of ${siteHost(recipient)} entered this address for the account ${sanitizeName(recipient.username)}.`,
  }),
});
