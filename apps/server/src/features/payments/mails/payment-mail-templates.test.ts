import { expect, it } from 'vitest';
import { composeLetter, type Letter } from '#features/letters/letters.public';
import { testLetters } from '#features/letters/testing';
import * as letters from './payment-mail-templates.ts';
import { paymentSamples } from './sample-payment-mails.ts';

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
  const little = { ...receipt, tax: null, period: null, last4: null, invoice: null };
  const end = { tier: 'Foundational', left: 'Free' };
  return {
    receipt: composeLetter(letters.receiptLetter, recipient, receipt),
    'receipt that knows little': composeLetter(letters.receiptLetter, recipient, little),
    reminder: composeLetter(letters.reminderLetter, recipient, { ...sum, day }),
    'reminder without a card': composeLetter(letters.reminderLetter, recipient, { ...sum, day, last4: null }),
    refused: composeLetter(letters.refusedLetter, recipient, { ...sum, until: day }),
    cancellation: composeLetter(letters.cancellationLetter, recipient, { ...sum, day }),
    resumption: composeLetter(letters.resumptionLetter, recipient, { ...sum, day }),
    'end of a subscription': composeLetter(letters.endLetters.subscription, recipient, end),
    'end without payment': composeLetter(letters.endLetters.unpaid, recipient, end),
    'end of a voucher': composeLetter(letters.endLetters.voucher, recipient, end),
  };
}

testLetters(write, paymentSamples);

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
