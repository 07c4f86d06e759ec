/** Titles and first sentences of the two sections, the same while they load and after. */
export const twoFactorWords = {
  title: 'Two-factor sign-in',
  lead: 'Passwords get stolen. With an authenticator app on your phone, a stolen one opens nothing.',
};

export const passkeyWords = {
  title: 'Passkeys',
  lead: 'Log in with your fingerprint, your face or the PIN of your device: no password, no code, and nothing that a fake site could steal.',
};
