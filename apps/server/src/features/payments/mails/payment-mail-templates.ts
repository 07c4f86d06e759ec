import { accountPhrase, defineMailTemplate, type Recipient } from '#features/mail-templates/mail-templates.public';

/*
 * Amounts, days and plan names are passed as formatted text: formatMoney, formatDay, tierNames. Superusers can replace
 * these default texts.
 */

const reasonOf = (recipient: Recipient) =>
  `You get this because you pay for ${accountPhrase(recipient)}. You cannot switch off mails about payments.`;
const atSubscription = (recipient: Recipient) => ({
  url: `${recipient.publicUrl}/subscription`,
  reason: reasonOf(recipient),
});
const seeSubscription = 'See your subscription';

export interface Receipt {
  plan: string;
  cycle: string;
  total: string;
  /** Tax in the total; null for none. */
  tax: string | null;
  /** Billing period; null if Paddle has not sent one. */
  period: { from: string; until: string } | null;
  last4: string | null;
  invoice: string | null;
}

export const receiptTemplate = defineMailTemplate({
  kind: 'receipt',
  placeholders: ['plan', 'total'],
  wording: {
    subject: 'Your receipt: {plan}, {total}',
    preview: 'We received your payment. You can download the invoice.',
    heading: 'We received your payment',
    paragraphs: [
      'Hello {username}. Thank you. Paddle, the reseller for {host}, has charged {total}. You can download the invoice as a PDF from your payments.',
    ],
    action: 'See your payments',
    question: 'Something wrong?',
    otherwise: 'Contact the operator of {host} and include the details above.',
  },
  frame: (recipient, { plan, cycle, total, tax, period, last4, invoice }: Receipt) => ({
    values: { plan, total },
    facts: [
      ['Bought', `${plan}, ${cycle}`],
      ['Paid', tax ? `${total}, including ${tax} tax` : total],
      ...(period ? [['Period', `${period.from} to ${period.until}`] as [string, string]] : []),
      ...cardFact(last4),
      ...(invoice ? [['Invoice', invoice] as [string, string]] : []),
    ],
    url: `${recipient.publicUrl}/subscription/payments`,
    reason: reasonOf(recipient),
  }),
});

export interface Renewal {
  plan: string;
  day: string;
  total: string;
  last4: string | null;
}

export const reminderTemplate = defineMailTemplate({
  kind: 'reminder',
  placeholders: ['plan', 'day', 'total', 'card'],
  wording: {
    subject: 'Your subscription renews on {day}',
    preview: 'You will be charged {total}. You can cancel before then.',
    heading: 'Your subscription renews soon',
    paragraphs: [
      'Hello {username}. Your subscription to {plan} renews on {day}. We will charge {total} to {card}. You do not need to do anything.',
    ],
    action: seeSubscription,
    question: 'Want to cancel?',
    otherwise: 'Cancel on that page before {day}. You will not be charged, and you keep access until that day.',
  },
  frame: (recipient, { plan, day, total, last4 }: Renewal) => ({
    ...atSubscription(recipient),
    values: { plan, day, total, card: cardOf(last4) },
    facts: [['Renews on', day], ['Costs', total], ...cardFact(last4)],
  }),
});

export interface CardDeclined {
  plan: string;
  total: string;
  last4: string | null;
  /** Day on which access ends. */
  until: string;
}

export const cardDeclinedTemplate = defineMailTemplate({
  kind: 'card-refused',
  placeholders: ['plan', 'day', 'total', 'card'],
  wording: {
    subject: 'Your card was not charged',
    preview: 'Add another card to keep your access after {day}.',
    heading: 'Your card was not charged',
    paragraphs: [
      'Hello {username}. We could not renew your subscription to {plan} for {total}, because {card} was declined. You keep access until {day}.',
      'We will try the charge again in the next days. If the card no longer works, add another one on your subscription page. We charge it at once.',
    ],
    action: 'Update your card',
    question: 'Want to cancel?',
    otherwise: 'Cancel on that page. Your subscription then ends at once, and you are not charged again.',
  },
  frame: (recipient, { plan, total, last4, until }: CardDeclined) => ({
    ...atSubscription(recipient),
    values: { plan, day: until, total, card: cardOf(last4) },
    facts: [
      ['Amount due', total],
      ['Access until', until],
    ],
  }),
});

export const cancellationTemplate = defineMailTemplate({
  kind: 'cancellation',
  placeholders: ['plan', 'day'],
  wording: {
    subject: 'Your subscription is canceled',
    preview: 'It ends on {day}. You keep access until then.',
    heading: 'Your subscription is canceled',
    paragraphs: [
      'Hello {username}. Your subscription to {plan} ends on {day}. You keep access until then, and your card is not charged again.',
      'Changed your mind? Resume it on your subscription page before that day.',
    ],
    action: seeSubscription,
    question: 'Not you?',
    otherwise: 'Resume the subscription on that page and set a new password. Someone else knows your current one.',
  },
  frame: (recipient, { plan, day }: { plan: string; day: string }) => ({
    ...atSubscription(recipient),
    values: { plan, day },
    facts: [['Ends on', day]],
  }),
});

export const resumptionTemplate = defineMailTemplate({
  kind: 'resumption',
  placeholders: ['plan', 'day', 'total'],
  wording: {
    subject: 'Your subscription continues',
    preview: 'It is no longer canceled. It renews on {day}.',
    heading: 'Your subscription continues',
    paragraphs: [
      'Hello {username}. Your subscription to {plan} is no longer canceled. It renews on {day} for {total}, as before.',
    ],
    action: seeSubscription,
    question: 'Not you?',
    otherwise: 'Cancel again on that page and set a new password. Someone else knows your current one.',
  },
  frame: (recipient, { plan, day, total }: { plan: string; day: string; total: string }) => ({
    ...atSubscription(recipient),
    values: { plan, day, total },
    facts: [
      ['Renews on', day],
      ['Costs', total],
    ],
  }),
});

interface AccessEnd {
  /** Name of the tier that has ended, and of the tier that remains. */
  tier: string;
  left: string;
}

const closed = {
  subject: 'Your access to {tier} has ended',
  preview: 'You keep your progress, points and notes.',
  heading: 'Your access to {tier} has ended',
  action: 'See what you can open',
  question: 'Not what you expected?',
  otherwise:
    'Your subscription page shows what you had and when it ended. If that is wrong, contact the operator of {host}.',
} as const;
const kept = 'You keep your progress, flags, points and notes. If you subscribe again, you continue where you stopped.';
const ofEnd = (recipient: Recipient, { tier, left }: AccessEnd) => ({
  values: { tier, left },
  url: `${recipient.publicUrl}/subscription`,
  reason: `You get this because ${accountPhrase(recipient)} had more access before. You cannot switch off mails about your access.`,
});

/** Templates by the reason why access has ended. */
export const accessEndedTemplates = {
  subscription: defineMailTemplate({
    kind: 'end-of-subscription',
    placeholders: ['tier', 'left'],
    required: ['tier'],
    wording: {
      ...closed,
      paragraphs: [
        'Hello {username}. Your subscription has ended, so the courses and labs of {tier} are locked now. You still have access to {left}.',
        kept,
      ],
    },
    frame: ofEnd,
  }),
  unpaid: defineMailTemplate({
    kind: 'end-without-payment',
    placeholders: ['tier', 'left'],
    required: ['tier'],
    wording: {
      ...closed,
      paragraphs: [
        'Hello {username}. We could not charge your card for two weeks, so the courses and labs of {tier} are locked now. You still have access to {left}.',
        kept,
      ],
    },
    frame: ofEnd,
  }),
  voucher: defineMailTemplate({
    kind: 'end-of-voucher',
    placeholders: ['tier', 'left'],
    required: ['tier'],
    wording: {
      ...closed,
      paragraphs: [
        'Hello {username}. Your voucher has expired, so the courses and labs of {tier} are locked now. You still have access to {left}.',
        kept,
      ],
    },
    frame: ofEnd,
  }),
};

const cardOf = (last4: string | null): string => (last4 ? `the card ending in ${last4}` : 'your card');
const cardFact = (last4: string | null): [string, string][] => (last4 ? [['Card', `ending in ${last4}`]] : []);
