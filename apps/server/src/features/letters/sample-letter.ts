import type { Wording } from '@hexpedition/contract';
import type { Letter, Recipient } from './letter.ts';
import { composeLetter, type LetterKind, type LetterWords, valuesOf } from './letter-kind.ts';

/** A letter about an example. */
export interface SampleLetter {
  letter: LetterWords;
  compose: (recipient: Recipient, wording: Wording) => Letter;
  values: (recipient: Recipient) => Record<string, string>;
}

export const sampleOf = <About>(letter: LetterKind<About>, about: (recipient: Recipient) => About): SampleLetter => ({
  letter,
  compose: (recipient, wording) => composeLetter(letter, recipient, about(recipient), wording),
  values: (recipient) => valuesOf(recipient, letter.frame(recipient, about(recipient))),
});
