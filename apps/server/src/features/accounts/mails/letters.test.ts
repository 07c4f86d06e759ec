import { expect, it } from 'vitest';
import type { Letter } from '#features/letters/letters.public';
import { testLetters } from '#features/letters/testing';
import type { AccountMail } from './account-mails.ts';
import * as letters from './letters.ts';

const link = 'https://learn.example.org/verify/7/AABnP0xY-xH1w6lEJ9sG7_bqk';
const whats = [
  'totp_on',
  'totp_off',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
] as const;

/** Every letter there is, with everything that a stranger may choose set to `hostile`. */
function write(hostile: string): Record<string, Letter> {
  const recipient = { username: hostile, publicUrl: 'https://learn.example.org' };
  const all: Record<AccountMail['kind'], Letter> = {
    verify: letters.verifyLetter(recipient, { url: link }),
    reset: letters.resetLetter(recipient, { url: link, hasPassword: true }),
    password_changed: letters.passwordChangedLetter(recipient, {}),
    email_changed: letters.emailChangedLetter(recipient, {}),
    new_sign_in: letters.newSignInLetter(recipient, { device: hostile, at: '2026-11-21T14:05:09.123Z' }),
    second_factor_changed: letters.factorLetter(recipient, { what: 'totp_on' }),
    provider_linked: letters.providerLetter(recipient, { linked: true, provider: hostile }),
    provider_unlinked: letters.providerLetter(recipient, { linked: false, provider: hostile }),
    deletion_scheduled: letters.deletionLetter(recipient, { deleteAt: '2026-12-05T09:00:00.000Z' }),
  };
  const factors = whats.map((what) => [what, letters.factorLetter(recipient, { what })]);
  return {
    ...all,
    choose: letters.resetLetter(recipient, { url: link, hasPassword: false }),
    ...Object.fromEntries(factors),
  };
}

testLetters(write);

it('has a subject of its own for each', () => {
  const tame = write('mara');
  const subjects = Object.keys(tame)
    .filter((kind) => kind !== 'second_factor_changed')
    .map((kind) => tame[kind]?.subject);
  // Connecting and disconnecting a provider are different letters too.
  expect(new Set(subjects).size).toBe(subjects.length);
});
