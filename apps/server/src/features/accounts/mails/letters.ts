import { hostOf, type Letter, ofAccount, plainName, plainTime, type Recipient } from '#features/letters/letters.public';
import type { AccountMail } from './account-mails.ts';

type Write<T = unknown> = (recipient: Recipient, about: T) => Letter;

const noticeReason = (recipient: Recipient) =>
  `You get this because something changed that protects ${ofAccount(recipient)}. Such mails cannot be switched off.`;
const takenOver = 'Set a new password, then end every session that is not yours under Account, Sessions.';

export const verifyLetter: Write<{ url: string }> = (recipient, { url }) => ({
  subject: 'Confirm your email address',
  preview: 'One click, and this address belongs to your account.',
  heading: 'Is this your address?',
  paragraphs: [
    `Hello ${plainName(recipient.username)}. Confirm this address and it belongs to your account: you can log in with it, and get back in when the password is gone.`,
    'The link is good for three days.',
  ],
  action: { label: 'Confirm this address', url },
  otherwise: 'Then somebody mistyped theirs. Leave the link alone and nothing happens.',
  reason: `You get this because somebody entered this address for the account ${plainName(recipient.username)} on ${hostOf(recipient)}.`,
});

export const resetLetter: Write<{ url: string; hasPassword: boolean }> = (recipient, { url, hasPassword }) => ({
  subject: hasPassword ? 'Reset your password' : 'Choose a password',
  preview: 'The link is good for one hour.',
  heading: hasPassword ? 'Set a new password' : 'Choose a password',
  paragraphs: [
    hasPassword
      ? `Hello ${plainName(recipient.username)}. Open the link and set a new password. Every session of your account ends then, on all devices.`
      : `Hello ${plainName(recipient.username)}. Your account has no password yet, because you log in another way. Open the link and choose one.`,
    'The link is good for one hour, and once.',
  ],
  action: { label: hasPassword ? 'Set a new password' : 'Choose a password', url },
  otherwise: 'Leave the link alone and nothing changes. Only somebody who reads your mail can use it.',
  reason: `You get this because somebody asked to reset the password of ${ofAccount(recipient)}.`,
});

export const passwordChangedLetter: Write = (recipient) => ({
  subject: 'Your password was changed',
  preview: 'If that was you, there is nothing to do.',
  heading: 'Your password was changed',
  paragraphs: [
    `Hello ${plainName(recipient.username)}. Your account has a new password. If that was you, there is nothing to do.`,
  ],
  action: { label: 'It was not me', url: `${recipient.publicUrl}/password-reset` },
  otherwise:
    'Somebody else may be using your account. Reset the password with this address: that logs them out on every device.',
  reason: noticeReason(recipient),
});

export const emailChangedLetter: Write = (recipient) => ({
  subject: 'Your email address was changed',
  preview: 'This address no longer belongs to your account.',
  heading: 'You have a new email address',
  paragraphs: [
    `Hello ${plainName(recipient.username)}. Your account has another email address now, so this is the last mail to this one. If you changed it, there is nothing to do.`,
  ],
  action: { label: 'Open your account', url: `${recipient.publicUrl}/account` },
  otherwise: `If you can still log in, change the address back, and set a new password. If you cannot, ask whoever runs ${hostOf(recipient)}: only they can help then.`,
  reason: noticeReason(recipient),
});

export const newSignInLetter: Write<{ device: string; at: string }> = (recipient, { device, at }) => ({
  subject: 'New log-in to your account',
  preview: 'Somebody logged in with a device that is new to your account.',
  heading: 'A new device logged in',
  paragraphs: [
    `Hello ${plainName(recipient.username)}. This device has not been here before. If it is yours, carry on.`,
  ],
  facts: [
    ['Device', plainName(device)],
    ['Time', plainTime(at)],
  ],
  action: { label: 'See your sessions', url: `${recipient.publicUrl}/account/sessions` },
  otherwise: 'End that session, then set a new password: somebody knows the old one.',
  reason: `You get this because mails about new devices are switched on for ${ofAccount(recipient)}. Your account settings switch them off.`,
});

type FactorChange = Extract<AccountMail, { kind: 'second_factor_changed' }>['what'];

const factorTexts: Record<FactorChange, { subject: string; text: string; preview: string }> = {
  totp_on: {
    subject: 'Two-factor sign-in is on',
    preview: 'The password alone no longer opens a session.',
    text: 'From now on logging in takes your password and a code from your authenticator app. Keep the recovery codes where you find them without your phone.',
  },
  totp_off: {
    subject: 'Two-factor sign-in is off',
    preview: 'The password alone opens your account again.',
    text: 'The authenticator app was removed from your account, and its recovery codes are void. The password alone opens it again.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    preview: 'It opens your account without a password.',
    text: 'A passkey was added to your account. Whoever holds it can log in without a password.',
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    preview: 'It no longer opens your account.',
    text: 'A passkey was removed from your account. It opens nothing here any more.',
  },
  recovery_codes_renewed: {
    subject: 'New recovery codes',
    preview: 'The old ones are void.',
    text: 'New recovery codes were made for your account. The old ones are void: throw them away.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    preview: 'It is void now.',
    text: 'Somebody logged in to your account with a recovery code in place of the authenticator app. The code is void now. Make new ones before you run out.',
  },
};

export const factorLetter: Write<{ what: FactorChange }> = (recipient, { what }) => {
  const { subject, preview, text } = factorTexts[what];
  return {
    subject,
    preview,
    heading: subject,
    paragraphs: [`Hello ${plainName(recipient.username)}. ${text}`],
    action: { label: 'Check your account', url: `${recipient.publicUrl}/account` },
    otherwise: takenOver,
    reason: noticeReason(recipient),
  };
};

export const providerLetter: Write<{ linked: boolean; provider: string }> = (recipient, { linked, provider }) => {
  const name = plainName(provider);
  const subject = linked ? 'A way to log in was connected' : 'A way to log in was disconnected';
  return {
    subject,
    preview: linked ? `${name} opens your account from now on.` : `${name} no longer opens your account.`,
    heading: subject,
    paragraphs: [
      `Hello ${plainName(recipient.username)}. ${
        linked
          ? `Your account is connected to ${name}: whoever logs in there is logged in here.`
          : `Your account is no longer connected to ${name}. Log in with your password or a passkey.`
      }`,
    ],
    action: { label: 'Check your account', url: `${recipient.publicUrl}/account` },
    otherwise: takenOver,
    reason: noticeReason(recipient),
  };
};

export const deletionLetter: Write<{ deleteAt: string }> = (recipient, { deleteAt }) => ({
  subject: 'Your account is going to be deleted',
  preview: `On ${plainTime(deleteAt)}. Until then you can keep it.`,
  heading: 'Your account is going to be deleted',
  paragraphs: [
    `Hello ${plainName(recipient.username)}. You asked us to delete your account. Your progress, flags, notes and place on the leaderboard go with it, and nobody can bring them back.`,
    'Changed your mind? Log in before that day and keep it.',
  ],
  facts: [['Deleted on', plainTime(deleteAt)]],
  action: { label: 'Keep the account', url: `${recipient.publicUrl}/account` },
  otherwise: 'Log in, keep the account, and set a new password: somebody knows the old one.',
  reason: noticeReason(recipient),
});
