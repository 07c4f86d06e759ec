import { type Recipient, type SampleLetter, sampleOf } from '#features/letters/letters.public';
import * as letters from './letters.ts';

const time = '2026-11-21T14:05:00.000Z';
/** Opens nothing. */
const link = (page: string) => (recipient: Recipient) => ({ url: `${recipient.publicUrl}/${page}/0/example` });
const nothing = () => ({});
const provider = () => ({ provider: 'the provider' });

/** Every letter about an account, about an example. */
export const accountSamples: readonly SampleLetter[] = [
  sampleOf(letters.verifyLetter, link('verify')),
  sampleOf(letters.resetLetter, link('password-reset')),
  sampleOf(letters.firstPasswordLetter, link('password-reset')),
  sampleOf(letters.passwordChangedLetter, nothing),
  sampleOf(letters.emailChangedLetter, nothing),
  sampleOf(letters.newSignInLetter, () => ({ device: 'Firefox on Linux', at: time })),
  ...Object.values(letters.factorLetters).map((letter) => sampleOf(letter, nothing)),
  sampleOf(letters.providerLinkedLetter, provider),
  sampleOf(letters.providerUnlinkedLetter, provider),
  sampleOf(letters.deletionLetter, () => ({ deleteAt: time })),
];
