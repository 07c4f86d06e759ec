import { hostOf, type Letter, ofAccount, plainName, type Recipient } from '#features/letters/letters.public';

/* Money, days and names of plans come here as they are written: formatMoney, formatDay, tierNames. */

type Write<T> = (recipient: Recipient, about: T) => Letter;

const hello = ({ username }: Recipient) => `Hello ${plainName(username)}.`;
const reasonOf = (recipient: Recipient) =>
  `You get this because you pay for ${ofAccount(recipient)}. Such mails cannot be switched off.`;
const seeSubscription = (recipient: Recipient) => ({
  label: 'See your subscription',
  url: `${recipient.publicUrl}/subscription`,
});

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

export const receiptLetter: Write<Receipt> = (recipient, { plan, cycle, total, tax, period, last4, invoice }) => ({
  subject: `Your receipt: ${plan}, ${total}`,
  preview: invoice ? `Invoice ${invoice}.` : 'Your payment has arrived.',
  heading: 'Your payment has arrived',
  paragraphs: [
    `${hello(recipient)} Thank you. Paddle, which sells for ${hostOf(recipient)}, has taken ${total}. The invoice lies with your other payments, as a PDF.`,
  ],
  facts: [
    ['Bought', `${plan}, ${cycle}`],
    ['Paid', tax ? `${total}, ${tax} of it tax` : total],
    ...(period ? [['Period', `${period.from} to ${period.until}`] as [string, string]] : []),
    ...(last4 ? [['Card', `ending in ${last4}`] as [string, string]] : []),
    ...(invoice ? [['Invoice', invoice] as [string, string]] : []),
  ],
  action: { label: 'See your payments', url: `${recipient.publicUrl}/subscription/payments` },
  question: 'Something wrong?',
  otherwise: `Tell whoever runs ${hostOf(recipient)}${invoice ? ', and name the invoice' : ''}.`,
  reason: reasonOf(recipient),
});

export interface Renewal {
  plan: string;
  day: string;
  total: string;
  last4: string | null;
}

export const reminderLetter: Write<Renewal> = (recipient, { plan, day, total, last4 }) => ({
  subject: `Your subscription renews on ${day}`,
  preview: `${total} will be taken. Until then you can cancel.`,
  heading: 'Your subscription renews soon',
  paragraphs: [
    `${hello(recipient)} Your subscription to ${plan} renews on ${day}. ${total} will be taken from ${cardOf(last4)}. If that is fine, there is nothing to do.`,
  ],
  facts: [['Renews on', day], ['Costs', total], ...(last4 ? [['Card', `ending in ${last4}`] as [string, string]] : [])],
  action: seeSubscription(recipient),
  question: 'Would you rather stop?',
  otherwise: `Cancel on that page before ${day}. Nothing is taken then, and everything stays open until that day.`,
  reason: reasonOf(recipient),
});

export interface Refused {
  plan: string;
  total: string;
  last4: string | null;
  /** The day on which what was bought closes. */
  until: string;
}

export const refusedLetter: Write<Refused> = (recipient, { plan, total, last4, until }) => ({
  subject: 'Your card was not charged',
  preview: `Everything stays open until ${until}. Another card sets it right.`,
  heading: 'Your card was not charged',
  paragraphs: [
    `${hello(recipient)} Your subscription to ${plan} was to be renewed for ${total}, and ${cardOf(last4)} was refused. Nothing has closed: everything stays open until ${until}.`,
    'The charge is tried again within the next days. If the card is no longer good, give another one on the page of your subscription; it is charged at once.',
  ],
  facts: [
    ['To be paid', total],
    ['Open until', until],
  ],
  action: { ...seeSubscription(recipient), label: 'Set it right' },
  question: 'Would you rather stop?',
  otherwise: 'Cancel on that page. The subscription ends at once then, and nothing more is taken.',
  reason: reasonOf(recipient),
});

export const cancellationLetter: Write<{ plan: string; day: string }> = (recipient, { plan, day }) => ({
  subject: 'Your subscription is canceled',
  preview: `It ends on ${day}. Until then everything stays open.`,
  heading: 'Your subscription is canceled',
  paragraphs: [
    `${hello(recipient)} Your subscription to ${plan} ends on ${day}. Until then everything stays open, and nothing more is taken from your card.`,
    'Changed your mind? Take the cancellation back on the page of your subscription before that day.',
  ],
  facts: [['Ends on', day]],
  action: seeSubscription(recipient),
  otherwise: 'Take it back on that page, and set a new password: somebody knows the old one.',
  reason: reasonOf(recipient),
});

export const resumptionLetter: Write<{ plan: string; day: string; total: string }> = (
  recipient,
  { plan, day, total },
) => ({
  subject: 'Your subscription goes on',
  preview: `The cancellation was taken back. It renews on ${day}.`,
  heading: 'Your subscription goes on',
  paragraphs: [
    `${hello(recipient)} The cancellation of your subscription to ${plan} was taken back. It renews on ${day} for ${total}, as before.`,
  ],
  facts: [
    ['Renews on', day],
    ['Costs', total],
  ],
  action: seeSubscription(recipient),
  otherwise: 'Cancel again on that page, and set a new password: somebody knows the old one.',
  reason: reasonOf(recipient),
});

/** Why access has ended. */
type EndCause = 'subscription' | 'unpaid' | 'voucher';

const causes: Record<EndCause, string> = {
  subscription: 'Your subscription has ended',
  unpaid: 'Your card could not be charged for two weeks',
  voucher: 'The time of your voucher is over',
};

export interface End {
  cause: EndCause;
  /** What has closed, and what is open still. */
  tier: string;
  left: string;
}

export const endLetter: Write<End> = (recipient, { cause, tier, left }) => ({
  subject: `Your access to ${tier} has ended`,
  preview: 'Your progress, points and notes stay.',
  heading: `Your access to ${tier} has ended`,
  paragraphs: [
    `${hello(recipient)} ${causes[cause]}, so the courses and labs of ${tier} are closed now. What ${left} opens stays open.`,
    'Your progress, flags, points and notes stay as they are. If you come back, you go on where you stopped.',
  ],
  action: { label: 'See what you can open', url: `${recipient.publicUrl}/subscription` },
  question: 'Does this surprise you?',
  otherwise: `The page of your subscription says what you had and until when. If that is wrong, tell whoever runs ${hostOf(recipient)}.`,
  reason: `You get this because ${ofAccount(recipient)} reached more than it does now. Such mails cannot be switched off.`,
});

const cardOf = (last4: string | null): string => (last4 ? `the card ending in ${last4}` : 'your card');
