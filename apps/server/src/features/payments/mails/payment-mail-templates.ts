import { letterKind, ofAccount, type Recipient } from '#features/letters/letters.public';

/*
 * Money, days and names of plans come here as they are written: formatMoney, formatDay, tierNames. The texts are ours; a
 * superuser can save other ones.
 */

const reasonOf = (recipient: Recipient) =>
  `You get this because you pay for ${ofAccount(recipient)}. Such mails cannot be switched off.`;
const atSubscription = (recipient: Recipient) => ({
  url: `${recipient.publicUrl}/subscription`,
  reason: reasonOf(recipient),
});
const seeSubscription = 'See your subscription';

export interface Receipt {
  plan: string;
  cycle: string;
  total: string;
  /** In the total; null where there is none. */
  tax: string | null;
  /** What it pays for; null where Paddle does not say. */
  period: { from: string; until: string } | null;
  last4: string | null;
  invoice: string | null;
}

export const receiptLetter = letterKind({
  kind: 'receipt',
  offers: ['plan', 'total'],
  wording: {
    subject: 'Your receipt: {plan}, {total}',
    preview: 'Your payment has arrived. The invoice lies with your other payments.',
    heading: 'Your payment has arrived',
    paragraphs: [
      'Hello {username}. Thank you. Paddle, which sells for {host}, has taken {total}. The invoice lies with your other payments, as a PDF.',
    ],
    action: 'See your payments',
    question: 'Something wrong?',
    otherwise: 'Tell whoever runs {host}, and name what stands above.',
  },
  frame: (recipient, { plan, cycle, total, tax, period, last4, invoice }: Receipt) => ({
    values: { plan, total },
    facts: [
      ['Bought', `${plan}, ${cycle}`],
      ['Paid', tax ? `${total}, ${tax} of it tax` : total],
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

export const reminderLetter = letterKind({
  kind: 'reminder',
  offers: ['plan', 'day', 'total', 'card'],
  wording: {
    subject: 'Your subscription renews on {day}',
    preview: '{total} will be taken. Until then you can cancel.',
    heading: 'Your subscription renews soon',
    paragraphs: [
      'Hello {username}. Your subscription to {plan} renews on {day}. {total} will be taken from {card}. If that is fine, there is nothing to do.',
    ],
    action: seeSubscription,
    question: 'Would you rather stop?',
    otherwise: 'Cancel on that page before {day}. Nothing is taken then, and everything stays open until that day.',
  },
  frame: (recipient, { plan, day, total, last4 }: Renewal) => ({
    ...atSubscription(recipient),
    values: { plan, day, total, card: cardOf(last4) },
    facts: [['Renews on', day], ['Costs', total], ...cardFact(last4)],
  }),
});

export interface Refused {
  plan: string;
  total: string;
  last4: string | null;
  /** The day on which what was bought closes. */
  until: string;
}

export const refusedLetter = letterKind({
  kind: 'card-refused',
  offers: ['plan', 'day', 'total', 'card'],
  wording: {
    subject: 'Your card was not charged',
    preview: 'Everything stays open until {day}. Another card sets it right.',
    heading: 'Your card was not charged',
    paragraphs: [
      'Hello {username}. Your subscription to {plan} was to be renewed for {total}, and {card} was refused. Nothing has closed: everything stays open until {day}.',
      'The charge is tried again within the next days. If the card is no longer good, give another one on the page of your subscription; it is charged at once.',
    ],
    action: 'Set it right',
    question: 'Would you rather stop?',
    otherwise: 'Cancel on that page. The subscription ends at once then, and nothing more is taken.',
  },
  frame: (recipient, { plan, total, last4, until }: Refused) => ({
    ...atSubscription(recipient),
    values: { plan, day: until, total, card: cardOf(last4) },
    facts: [
      ['To be paid', total],
      ['Open until', until],
    ],
  }),
});

export const cancellationLetter = letterKind({
  kind: 'cancellation',
  offers: ['plan', 'day'],
  wording: {
    subject: 'Your subscription is canceled',
    preview: 'It ends on {day}. Until then everything stays open.',
    heading: 'Your subscription is canceled',
    paragraphs: [
      'Hello {username}. Your subscription to {plan} ends on {day}. Until then everything stays open, and nothing more is taken from your card.',
      'Changed your mind? Take the cancellation back on the page of your subscription before that day.',
    ],
    action: seeSubscription,
    question: 'Not you?',
    otherwise: 'Take it back on that page, and set a new password: somebody knows the old one.',
  },
  frame: (recipient, { plan, day }: { plan: string; day: string }) => ({
    ...atSubscription(recipient),
    values: { plan, day },
    facts: [['Ends on', day]],
  }),
});

export const resumptionLetter = letterKind({
  kind: 'resumption',
  offers: ['plan', 'day', 'total'],
  wording: {
    subject: 'Your subscription goes on',
    preview: 'The cancellation was taken back. It renews on {day}.',
    heading: 'Your subscription goes on',
    paragraphs: [
      'Hello {username}. The cancellation of your subscription to {plan} was taken back. It renews on {day} for {total}, as before.',
    ],
    action: seeSubscription,
    question: 'Not you?',
    otherwise: 'Cancel again on that page, and set a new password: somebody knows the old one.',
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

interface End {
  /** What has closed, and what is open still. */
  tier: string;
  left: string;
}

const closed = {
  subject: 'Your access to {tier} has ended',
  preview: 'Your progress, points and notes stay.',
  heading: 'Your access to {tier} has ended',
  action: 'See what you can open',
  question: 'Does this surprise you?',
  otherwise:
    'The page of your subscription says what you had and until when. If that is wrong, tell whoever runs {host}.',
} as const;
const kept = 'Your progress, flags, points and notes stay as they are. If you come back, you go on where you stopped.';
const ofEnd = (recipient: Recipient, { tier, left }: End) => ({
  values: { tier, left },
  url: `${recipient.publicUrl}/subscription`,
  reason: `You get this because ${ofAccount(recipient)} reached more than it does now. Such mails cannot be switched off.`,
});

/** By why access has ended. */
export const endLetters = {
  subscription: letterKind({
    kind: 'end-of-subscription',
    offers: ['tier', 'left'],
    needs: ['tier'],
    wording: {
      ...closed,
      paragraphs: [
        'Hello {username}. Your subscription has ended, so the courses and labs of {tier} are closed now. What {left} opens stays open.',
        kept,
      ],
    },
    frame: ofEnd,
  }),
  unpaid: letterKind({
    kind: 'end-without-payment',
    offers: ['tier', 'left'],
    needs: ['tier'],
    wording: {
      ...closed,
      paragraphs: [
        'Hello {username}. Your card could not be charged for two weeks, so the courses and labs of {tier} are closed now. What {left} opens stays open.',
        kept,
      ],
    },
    frame: ofEnd,
  }),
  voucher: letterKind({
    kind: 'end-of-voucher',
    offers: ['tier', 'left'],
    needs: ['tier'],
    wording: {
      ...closed,
      paragraphs: [
        'Hello {username}. The time of your voucher is over, so the courses and labs of {tier} are closed now. What {left} opens stays open.',
        kept,
      ],
    },
    frame: ofEnd,
  }),
};

const cardOf = (last4: string | null): string => (last4 ? `the card ending in ${last4}` : 'your card');
const cardFact = (last4: string | null): [string, string][] => (last4 ? [['Card', `ending in ${last4}`]] : []);
