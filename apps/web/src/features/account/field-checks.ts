/**
 * Client-side checks that mirror the server's validation. Each returns the problem with a field's value, or undefined.
 * The server validates again; see the request bodies in the contract.
 */
type Check = (value: string) => string | undefined;

export const usernameProblem: Check = (username) => {
  if (username === '') return 'Choose a username.';
  return /^[a-zA-Z0-9][a-zA-Z0-9_-]{1,23}$/.test(username)
    ? undefined
    : 'Use 2 to 24 letters, digits, hyphens or underscores. Start with a letter or a digit.';
};

export const emailProblem: Check = (email) => {
  if (email === '') return 'Enter your email address.';
  return /^[^\s@]+@[^\s@]+$/.test(email) ? undefined : 'This does not look like an email address.';
};

export const newPasswordProblem: Check = (password) => {
  if (password === '') return 'Choose a password.';
  if (password.length > 256) return 'Use at most 256 characters.';
  return password.length < 10 ? 'Use at least 10 characters.' : undefined;
};

export const inviteCodeProblem: Check = (code) =>
  code.length > 80 ? 'This is too long to be an invitation code.' : undefined;

/** Removes spaces: apps and password managers often group the digits. */
export const plainCode = (code: string): string => code.replace(/\s+/g, '');

export const appCodeProblem: Check = (code) =>
  /^\d{6}$/.test(plainCode(code)) ? undefined : 'Enter the six digits that your app shows.';

export const recoveryCodeProblem: Check = (code) =>
  plainCode(code).length < 6 ? 'Enter one of your recovery codes.' : undefined;

export const slugProblem: Check = (slug) =>
  /^[a-z0-9][a-z0-9_-]{1,39}$/.test(slug.toLowerCase())
    ? undefined
    : 'Use 2 to 40 letters, digits, hyphens or underscores. Start with a letter or a digit.';

export const aboutLength = 600;

export const aboutProblem: Check = (about) => {
  const over = about.trim().length - aboutLength;
  return over > 0 ? `This is ${over} characters too long. Use at most ${aboutLength}.` : undefined;
};
