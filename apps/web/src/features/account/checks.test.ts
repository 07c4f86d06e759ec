import { LoginBody, ResetBody, SignupBody, UserBody, UserSettingsBody } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import {
  aboutProblem,
  appCodeProblem,
  emailProblem,
  inviteCodeProblem,
  newPasswordProblem,
  plainCode,
  recoveryCodeProblem,
  slugProblem,
  usernameProblem,
} from './checks.ts';

/** Whether the server's schema refuses the field of that name; other fields that the body lacks don't matter here. */
const refuses = (schema: typeof SignupBody | typeof UserBody | typeof UserSettingsBody, field: string, value: string) =>
  schema.safeParse({ [field]: value }).error?.issues.some(({ path }) => path[0] === field) ?? false;

test.each(['mara', 'm', '-mara', 'mara_2', 'x'.repeat(24), 'x'.repeat(25), 'mara!', ''])(
  'agrees with the server about the name %o',
  (username) => {
    const isRefused = usernameProblem(username) !== undefined;
    expect([isRefused, isRefused]).toEqual([
      refuses(SignupBody, 'username', username),
      refuses(UserBody, 'username', username),
    ]);
  },
);

test.each(['mara@example.org', 'nonsense', 'a@', 'a b@example.org', ''])(
  'agrees with the server about the email %o',
  (email) => {
    const isRefused = emailProblem(email) !== undefined;
    expect([isRefused, isRefused]).toEqual([
      !ResetBody.safeParse({ email }).success,
      refuses(UserBody, 'email', email),
    ]);
  },
);

test.each(['lantern gravel otter', 'short', 'x'.repeat(10), 'x'.repeat(256), 'x'.repeat(257), ''])(
  'agrees with the server about the password %o',
  (password) => {
    const isRefused = newPasswordProblem(password) !== undefined;
    expect([isRefused, isRefused]).toEqual([
      refuses(SignupBody, 'password', password),
      refuses(UserBody, 'new_password', password),
    ]);
  },
);

test.each(['', 'HEX-1234', 'x'.repeat(80), 'x'.repeat(81)])(
  'agrees with the server about the invitation %o',
  (code) => {
    expect(inviteCodeProblem(code) !== undefined).toBe(refuses(SignupBody, 'invite_code', code));
  },
);

test.each(['mara', 'Mara', 'm', '_mara', 'mara-2', 'x'.repeat(40), 'x'.repeat(41), 'mä', 'a b', ''])(
  'agrees with the server about the address %o',
  (slug) => {
    expect(slugProblem(slug) !== undefined).toBe(refuses(UserSettingsBody, 'slug', slug));
  },
);

test.each(['', 'x'.repeat(600), 'x'.repeat(601), `  ${'x'.repeat(600)}\n`])(
  'agrees with the server about a text',
  (about) => {
    expect(aboutProblem(about) !== undefined).toBe(refuses(UserSettingsBody, 'about', about));
  },
);

test('says how much too long a text is', () => {
  expect(aboutProblem('x'.repeat(605))).toContain('5 too long');
});

test.each([
  ['123 456', appCodeProblem, true],
  ['12345', appCodeProblem, false],
  ['abcdef', appCodeProblem, false],
  ['abcd-efgh', recoveryCodeProblem, true],
  ['abcd', recoveryCodeProblem, false],
])('the code %s, checked by %o, is sent: %o', (code, problem, isSent) => {
  expect(problem(code) === undefined).toBe(isSent);
  // What is sent has a form that the server takes.
  if (isSent)
    expect(LoginBody.safeParse({ username: 'mara', password: 'x', code: plainCode(code) }).success).toBe(true);
});
