import { expect, it } from 'vitest';
import type { Letter } from '#features/letters/letters.public';
import { testLetters } from '#features/letters/testing';
import * as letters from './payment-letters.ts';

/** Every letter there is. Only the name is a stranger's choice: the rest is Paddle's, or our own. */
function write(username: string): Record<string, Letter> {
  const recipient = { username, publicUrl: 'https://learn.example.org' };
  const sum = { plan: 'Foundational', total: '€18.00', last4: '4242' };
  const day = '24 December 2026';
  const receipt = {
    ...sum,
    cycle: 'monthly',
    tax: '€2.87',
    period: { from: '24 November 2026', until: day },
    invoice: '325-10001',
  };
  return {
    receipt: letters.receiptLetter(recipient, receipt),
    'receipt that knows little': letters.receiptLetter(recipient, {
      ...receipt,
      ...{ tax: null, period: null, last4: null, invoice: null },
    }),
    reminder: letters.reminderLetter(recipient, { ...sum, day }),
    'reminder without a card': letters.reminderLetter(recipient, { ...sum, day, last4: null }),
    refused: letters.refusedLetter(recipient, { ...sum, until: day }),
    cancellation: letters.cancellationLetter(recipient, { plan: sum.plan, day }),
    resumption: letters.resumptionLetter(recipient, { plan: sum.plan, day, total: sum.total }),
    'end of a subscription': letters.endLetter(recipient, {
      cause: 'subscription',
      tier: 'Foundational',
      left: 'Free',
    }),
    'end without payment': letters.endLetter(recipient, { cause: 'unpaid', tier: 'Foundational', left: 'Free' }),
    'end of a voucher': letters.endLetter(recipient, { cause: 'voucher', tier: 'Foundational', left: 'Free' }),
  };
}

testLetters(write);

it('a receipt names all that Paddle has told, and nothing that it has not', () => {
  const { receipt, 'receipt that knows little': short } = write('mara');
  expect(receipt?.facts).toEqual([
    ['Bought', 'Foundational, monthly'],
    ['Paid', '€18.00, €2.87 of it tax'],
    ['Period', '24 November 2026 to 24 December 2026'],
    ['Card', 'ending in 4242'],
    ['Invoice', '325-10001'],
  ]);
  expect(short?.facts).toEqual([
    ['Bought', 'Foundational, monthly'],
    ['Paid', '€18.00'],
  ]);
});

it('what is about to happen says when, how much, and how to stop it', () => {
  const { reminder, refused, cancellation } = write('mara');
  expect(reminder?.paragraphs.join()).toMatch(/renews on 24 December 2026. €18.00 will be taken.* ending in 4242/);
  expect(reminder?.otherwise).toContain('Cancel on that page before 24 December 2026.');
  expect(refused?.paragraphs.join()).toContain('everything stays open until 24 December 2026');
  expect(refused?.action.url).toBe('https://learn.example.org/subscription');
  expect(cancellation?.paragraphs.join()).toMatch(/ends on 24 December 2026.*Take the cancellation back/);
});
