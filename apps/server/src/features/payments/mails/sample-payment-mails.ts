import { type SampleLetter, sampleOf } from '#features/letters/letters.public';
import * as letters from './payment-mail-templates.ts';

const day = '24 December 2026';
const sum = { plan: 'Foundational', total: '€18.00', last4: '4242' };
const receipt = {
  ...{ cycle: 'monthly', tax: '€2.87', invoice: '325-10001' },
  period: { from: '24 November 2026', until: day },
};
const end = () => ({ tier: sum.plan, left: 'Free' });

/** Every letter about money, about an example. */
export const paymentSamples: readonly SampleLetter[] = [
  sampleOf(letters.receiptLetter, () => ({ ...sum, ...receipt })),
  sampleOf(letters.reminderLetter, () => ({ ...sum, day })),
  sampleOf(letters.refusedLetter, () => ({ ...sum, until: day })),
  sampleOf(letters.cancellationLetter, () => ({ ...sum, day })),
  sampleOf(letters.resumptionLetter, () => ({ ...sum, day })),
  ...Object.values(letters.endLetters).map((letter) => sampleOf(letter, end)),
];
