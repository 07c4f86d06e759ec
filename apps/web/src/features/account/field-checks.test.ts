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
} from './field-checks.ts';

/** Returns whether the server's schema rejects this field. Other missing fields are ignored. */
const refuses = (schema: typeof SignupBody | typeof UserBody | typeof UserSettingsBody, field: string, value: string) =>
  schema.safeParse({ [field]: value }).error?.issues.some(({ path }) => path[0] === field) ?? false;

test.each(['mara', 'm', '-mara', 'mara_2', 'x'.repeat(24), 'x'.repeat(25), 'mara!', ''])(
  'username check matches the server for %o',
  (username) => {
    const isRefused = usernameProblem(username) !== undefined;
    expect([isRefused, isRefused]).toEqual([
      refuses(SignupBody, 'username', username),
      refuses(UserBody, 'username', username),
    ]);
  },
);

test.each(['mara@example.org', 'nonsense', 'a@', 'a b@example.org', ''])(
  'email check matches the server for %o',
  (email) => {
    const isRefused = emailProblem(email) !== undefined;
    expect([isRefused, isRefused]).toEqual([
      !ResetBody.safeParse({ email }).success,
      refuses(UserBody, 'email', email),
    ]);
  },
);

test.each(['lantern gravel otter', 'short', 'x'.repeat(10), 'x'.repeat(256), 'x'.repeat(257), ''])(
  'password check matches the server for %o',
  (password) => {
    const isRefused = newPasswordProblem(password) !== undefined;
    expect([isRefused, isRefused]).toEqual([
      refuses(SignupBody, 'password', password),
      refuses(UserBody, 'new_password', password),
    ]);
  },
);

test.each(['', 'HEX-1234', 'x'.repeat(80), 'x'.repeat(81)])(
  'invitation code check matches the server for %o',
  (code) => {
    expect(inviteCodeProblem(code) !== undefined).toBe(refuses(SignupBody, 'invite_code', code));
  },
);

test.each(['mara', 'Mara', 'm', '_mara', 'mara-2', 'x'.repeat(40), 'x'.repeat(41), 'mä', 'a b', ''])(
  'profile address check matches the server for %o',
  (slug) => {
    expect(slugProblem(slug) !== undefined).toBe(refuses(UserSettingsBody, 'slug', slug));
  },
);

test.each(['', 'x'.repeat(600), 'x'.repeat(601), `  ${'x'.repeat(600)}\n`])(
  'about text check matches the server',
  (about) => {
    expect(aboutProblem(about) !== undefined).toBe(refuses(UserSettingsBody, 'about', about));
  },
);

test('about text check says by how many characters the text is too long', () => {
  expect(aboutProblem('x'.repeat(605))).toContain('5 too long');
});

test.each([
  ['123 456', appCodeProblem, true],
  ['12345', appCodeProblem, false],
  ['abcdef', appCodeProblem, false],
  ['abcd-efgh', recoveryCodeProblem, true],
  ['abcd', recoveryCodeProblem, false],
])('code %s passes %o: %o', (code, problem, isSent) => {
  expect(problem(code) === undefined).toBe(isSent);
  // The server's schema accepts every code that passes.
  if (isSent)
    expect(LoginBody.safeParse({ username: 'mara', password: 'x', code: plainCode(code) }).success).toBe(true);
});
