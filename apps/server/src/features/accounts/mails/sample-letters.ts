import type { Letter, Recipient } from '#features/letters/letters.public';
import * as letters from './letters.ts';

/** Every letter about an account, about an example. Their links open nothing. */
export function accountSamples(recipient: Recipient): Record<string, Letter> {
  const link = (page: string) => `${recipient.publicUrl}/${page}/0/example`;
  const time = '2026-11-21T14:05:00.000Z';
  return {
    verify: letters.verifyLetter(recipient, { url: link('verify') }),
    reset: letters.resetLetter(recipient, { url: link('password-reset'), hasPassword: true }),
    'first-password': letters.resetLetter(recipient, { url: link('password-reset'), hasPassword: false }),
    'password-changed': letters.passwordChangedLetter(recipient, {}),
    'email-changed': letters.emailChangedLetter(recipient, {}),
    'new-sign-in': letters.newSignInLetter(recipient, { device: 'Firefox on Linux', at: time }),
    'second-factor-on': letters.factorLetter(recipient, { what: 'totp_on' }),
    'second-factor-off': letters.factorLetter(recipient, { what: 'totp_off' }),
    'passkey-added': letters.factorLetter(recipient, { what: 'passkey_added' }),
    'passkey-removed': letters.factorLetter(recipient, { what: 'passkey_removed' }),
    'recovery-codes-renewed': letters.factorLetter(recipient, { what: 'recovery_codes_renewed' }),
    'recovery-code-used': letters.factorLetter(recipient, { what: 'recovery_code_used' }),
    'provider-linked': letters.providerLetter(recipient, { linked: true, provider: 'the provider' }),
    'provider-unlinked': letters.providerLetter(recipient, { linked: false, provider: 'the provider' }),
    'deletion-scheduled': letters.deletionLetter(recipient, { deleteAt: time }),
  };
}
