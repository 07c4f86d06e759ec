import { Wording } from '@hexpedition/contract';
import type { LetterWords } from './letter-kind.ts';
import { faultsOf } from './wording-faults.ts';

/**
 * What a superuser has saved, over our words.
 * @returns with what keeps it from being used: a later version of the platform may no longer know a placeholder
 */
export function readSaved(letter: LetterWords, saved: unknown): { wording: Wording; faults: Record<string, string> } {
  const parts = Wording.partial().safeParse(saved);
  if (!parts.success) return { wording: letter.wording, faults: { saved: 'What was saved cannot be read.' } };
  const wording = { ...letter.wording, ...parts.data };
  return { wording, faults: faultsOf(letter, wording) };
}
