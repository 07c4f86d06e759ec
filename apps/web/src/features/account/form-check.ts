import { ApiError } from '#lib/api-error.ts';

type Fields = Record<string, string>;

/**
 * What the server would refuse, found before anything is sent: a newcomer should not prove to be no robot only to hear
 * that a field is empty. The server stays the judge; see the contract's SignupBody and LoginBody.
 */
export function checkSignup({ username, email, password }: { username: string; email: string; password: string }) {
  const fields: Fields = {};
  if (username.trim() === '') fields.username = 'Choose a username.';
  else if (!/^[a-zA-Z0-9][a-zA-Z0-9_-]{1,23}$/.test(username.trim()))
    fields.username = 'Use 2 to 24 letters, digits, hyphens or underscores; begin with a letter or a digit.';
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) fields.email = 'This does not look like an email address.';
  if (password === '') fields.password = 'Choose a password.';
  else if (password.length < 10) fields.password = 'Use at least 10 characters.';
  return fields;
}

export function checkLogin({ username, password }: { username: string; password: string }) {
  const fields: Fields = {};
  if (username.trim() === '') fields.username = 'Enter your username or email.';
  if (password === '') fields.password = 'Enter your password.';
  return fields;
}

/** Throws what the server would have answered. */
export function refuse(fields: Fields) {
  const [msg] = Object.values(fields);
  if (msg !== undefined) throw new ApiError(400, { code: 'invalid_request', msg, fields });
}
