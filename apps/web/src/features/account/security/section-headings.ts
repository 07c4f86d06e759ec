/** Titles and leads of the two sections, for the loading and the loaded state. */
export const twoFactorHeading = {
  title: 'Two-factor authentication',
  lead: 'Use an authenticator app so that a stolen password alone cannot log in to your account.',
};

export const passkeyHeading = {
  title: 'Passkeys',
  lead: 'Log in with your fingerprint, face or device PIN. Passkeys replace password and code, and phishing sites cannot steal them.',
};
