import { ApiError } from '#lib/api-error.ts';

type Fields = Record<string, string>;

const emailForm = /^[^\s@]+@[^\s@]+$/;

/**
 * What the server would refuse, found before anything is sent: a newcomer should not prove to be no robot only to hear
 * that a field is empty. The server stays the judge; see the contract's bodies of these names.
 */
export function checkSignup(
  {
    username,
    email,
    password,
    invite_code = '',
  }: Record<'username' | 'email' | 'password', string> & {
    invite_code?: string;
  },
  needsInvite = false,
) {
  const fields: Fields = {};
  if (username.trim() === '') fields.username = 'Choose a username.';
  else if (!/^[a-zA-Z0-9][a-zA-Z0-9_-]{1,23}$/.test(username.trim()))
    fields.username = 'Use 2 to 24 letters, digits, hyphens or underscores; begin with a letter or a digit.';
  if (email !== '') Object.assign(fields, checkEmail(email));
  Object.assign(fields, checkNewPassword(password));
  if (needsInvite && invite_code.trim() === '') fields.invite_code = 'Enter the code from your invitation.';
  else if (invite_code.trim().length > 80) fields.invite_code = 'This is too long to be an invitation code.';
  return fields;
}

export function checkEmail(email: string): Fields {
  if (email === '') return { email: 'Enter your email address.' };
  return emailForm.test(email) ? {} : { email: 'This does not look like an email address.' };
}

export function checkNewPassword(password: string): Fields {
  if (password === '') return { password: 'Choose a password.' };
  if (password.length > 256) return { password: 'Use at most 256 characters.' };
  return password.length < 10 ? { password: 'Use at least 10 characters.' } : {};
}

export function checkLogin({ username, password }: { username: string; password: string }) {
  const fields: Fields = {};
  if (username.trim() === '') fields.username = 'Enter your username or email.';
  if (password === '') fields.password = 'Enter your password.';
  return fields;
}

/** Digits are often shown and pasted in groups. */
export const plainCode = (code: string): string => code.replace(/\s+/g, '');

export function checkCode(code: string, isRecovery: boolean): Fields {
  if (isRecovery) return code.length < 6 ? { code: 'Enter one of your recovery codes.' } : {};
  return /^\d{6}$/.test(code) ? {} : { code: 'Enter the six digits that your app shows now.' };
}

/** Throws what the server would have answered. */
export function refuse(fields: Fields) {
  const [msg] = Object.values(fields);
  if (msg !== undefined) throw new ApiError(400, { code: 'invalid_request', msg, fields });
}
