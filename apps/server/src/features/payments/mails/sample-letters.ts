import type { Letter, Recipient } from '#features/letters/letters.public';
import * as letters from './payment-letters.ts';

/** Every letter about money, about an example. */
export function paymentSamples(recipient: Recipient): Record<string, Letter> {
  const sum = { plan: 'Foundational', total: '€18.00', last4: '4242' };
  const day = '24 December 2026';
  return {
    receipt: letters.receiptLetter(recipient, {
      ...sum,
      cycle: 'monthly',
      tax: '€2.87',
      period: { from: '24 November 2026', until: day },
      invoice: '325-10001',
    }),
    reminder: letters.reminderLetter(recipient, { ...sum, day }),
    'card-refused': letters.refusedLetter(recipient, { ...sum, until: day }),
    cancellation: letters.cancellationLetter(recipient, { plan: sum.plan, day }),
    resumption: letters.resumptionLetter(recipient, { plan: sum.plan, day, total: sum.total }),
    'end-of-subscription': letters.endLetter(recipient, { cause: 'subscription', tier: sum.plan, left: 'Free' }),
    'end-without-payment': letters.endLetter(recipient, { cause: 'unpaid', tier: sum.plan, left: 'Free' }),
    'end-of-voucher': letters.endLetter(recipient, { cause: 'voucher', tier: sum.plan, left: 'Free' }),
  };
}
