/** Titles and first sentences of the two sections, the same while they load and after. */
export const twoFactorWords = {
  title: 'Two-factor sign-in',
  lead: 'Passwords get stolen. With an authenticator app on your phone, yours alone opens nothing any more.',
};

export const passkeyWords = {
  title: 'Passkeys',
  lead: 'Sign in with your fingerprint, your face or the PIN of your device: no password, no code, and nothing that a fake site could steal.',
};
