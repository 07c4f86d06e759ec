import { checkEmail, checkNewPassword, checkSignup } from '../checks.ts';

/** What the server would refuse, found before anything is sent; undefined where it would not. It stays the judge. */
type Check = (value: string) => string | undefined;

const fine = { email: '', password: 'fine as it is', invite_code: '' };

export const usernameProblem: Check = (username) => checkSignup({ ...fine, username }, false).username;
export const emailProblem: Check = (email) => checkEmail(email).email;
export const passwordProblem: Check = (password) => checkNewPassword(password).password;

export const slugProblem: Check = (slug) =>
  /^[a-z0-9][a-z0-9_-]{1,39}$/.test(slug.trim().toLowerCase())
    ? undefined
    : 'Use 2 to 40 letters, digits, hyphens or underscores; begin with a letter or a digit.';

export const aboutLength = 600;

export const aboutProblem: Check = (about) => {
  const over = about.trim().length - aboutLength;
  return over > 0 ? `This is ${over} too long. Use at most ${aboutLength} characters.` : undefined;
};
