import { LoginBody, SignupBody } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import { checkLogin, checkSignup } from './form-check.ts';

const good = { username: 'mara', email: '', password: 'lantern gravel otter' };

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
