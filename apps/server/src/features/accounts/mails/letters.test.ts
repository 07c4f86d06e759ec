import { expect, it } from 'vitest';
import { composeLetter, type Letter } from '#features/letters/letters.public';
import { testLetters } from '#features/letters/testing';
import type { AccountMail } from './account-mails.ts';
import * as letters from './letters.ts';
import { accountSamples } from './sample-letters.ts';

const url = 'https://learn.example.org/verify/7/AABnP0xY-xH1w6lEJ9sG7_bqk';
const at = '2026-11-21T14:05:09.123Z';

/** Every letter there is, with everything that a stranger may choose set to `hostile`. */
function write(hostile: string): Record<string, Letter> {
  const recipient = { username: hostile, publicUrl: 'https://learn.example.org' };
  const all: Record<Exclude<AccountMail['kind'], 'second_factor_changed'>, Letter> = {
    verify: composeLetter(letters.verifyLetter, recipient, { url }),
    reset: composeLetter(letters.resetLetter, recipient, { url }),
    password_changed: composeLetter(letters.passwordChangedLetter, recipient, {}),
    email_changed: composeLetter(letters.emailChangedLetter, recipient, {}),
    new_sign_in: composeLetter(letters.newSignInLetter, recipient, { device: hostile, at }),
    provider_linked: composeLetter(letters.providerLinkedLetter, recipient, { provider: hostile }),
    provider_unlinked: composeLetter(letters.providerUnlinkedLetter, recipient, { provider: hostile }),
    deletion_scheduled: composeLetter(letters.deletionLetter, recipient, { deleteAt: '2026-12-05T09:00:00.000Z' }),
  };
  const factors = Object.entries(letters.factorLetters).map(([what, letter]) => [
    what,
    composeLetter(letter, recipient, {}),
  ]);
  return {
    ...all,
    choose: composeLetter(letters.firstPasswordLetter, recipient, { url }),
    ...Object.fromEntries(factors),
  };
}

testLetters(write, accountSamples);

it('has a subject of its own for each', () => {
  const subjects = Object.values(write('mara')).map(({ subject }) => subject);
  // Connecting and disconnecting a provider are different letters too.
  expect(new Set(subjects).size).toBe(subjects.length);
});
