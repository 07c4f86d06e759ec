import { LoginBody, ResetBody, SignupBody } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import { checkCode, checkEmail, checkLogin, checkNewPassword, checkSignup, plainCode } from './checks.ts';

const good = { username: 'mara', email: '', password: 'lantern gravel otter', invite_code: '' };

test.each([
  {},
  { username: '' },
  { username: 'a' },
  { username: '-mara' },
  { username: ' mara ' },
  { username: 'x'.repeat(25) },
  { username: 'mara!' },
  { email: 'mara@example.org' },
  { email: 'nonsense' },
  { password: '' },
  { password: 'short' },
  { password: 'x'.repeat(257) },
  { invite_code: ' HEX-1234 ' },
  { invite_code: 'x'.repeat(81) },
])('agrees with the server about %o', (change) => {
  const body = { ...good, ...change };
  const refused = SignupBody.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(Object.keys(checkSignup(body))).toEqual([...new Set(refused)]);
});

test.each([
  { username: 'mara', password: 'x' },
  { username: ' ', password: 'x' },
  { username: 'mara', password: '' },
])('agrees with the server about logging in with %o', (body) => {
  const refused = LoginBody.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(Object.keys(checkLogin(body))).toEqual(refused);
});

test('asks for the invitation where one is needed', () => {
  expect(checkSignup(good, true)).toEqual({ invite_code: 'Enter the code from your invitation.' });
  expect(checkSignup({ ...good, invite_code: 'HEX-1234' }, true)).toEqual({});
});

test.each(['', 'mara@example.org', 'nonsense', 'a b@example.org'])(
  'agrees about asking for a link with %o',
  (email) => {
    expect(Object.keys(checkEmail(email)).length === 0).toBe(ResetBody.safeParse({ email }).success);
  },
);

test.each(['', 'short', 'x'.repeat(10), 'x'.repeat(257)])('agrees about the new password %o', (password) => {
  const body = { user_id: 7, hmac: 'abc', password };
  expect(Object.keys(checkNewPassword(password)).length === 0).toBe(ResetBody.safeParse(body).success);
});

test.each([
  ['123 456', false, true],
  ['12345', false, false],
  ['abcdef', false, false],
  ['abcd-efgh', true, true],
  ['abcd', true, false],
])('the code %o (recovery: %o) is sent: %o', (code, isRecovery, isSent) => {
  const plain = plainCode(code);
  expect(Object.keys(checkCode(plain, isRecovery)).length === 0).toBe(isSent);
  // What is sent has a form that the server takes.
  if (isSent) expect(LoginBody.safeParse({ username: 'mara', password: 'x', code: plain }).success).toBe(true);
});
