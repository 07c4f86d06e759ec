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
const rejectsField = (
  schema: typeof SignupBody | typeof UserBody | typeof UserSettingsBody,
  field: string,
  value: string,
) => schema.safeParse({ [field]: value }).error?.issues.some(({ path }) => path[0] === field) ?? false;

test.each(['mara', 'm', '-mara', 'mara_2', 'x'.repeat(24), 'x'.repeat(25), 'mara!', ''])(
  'username check matches the server for %o',
  (username) => {
    const isRejected = usernameProblem(username) !== undefined;
    expect([isRejected, isRejected]).toEqual([
      rejectsField(SignupBody, 'username', username),
      rejectsField(UserBody, 'username', username),
    ]);
  },
);

test.each(['mara@example.org', 'nonsense', 'a@', 'a b@example.org', ''])(
  'email check matches the server for %o',
  (email) => {
    const isRejected = emailProblem(email) !== undefined;
    expect([isRejected, isRejected]).toEqual([
      !ResetBody.safeParse({ email }).success,
      rejectsField(UserBody, 'email', email),
    ]);
  },
);

test.each(['lantern gravel otter', 'short', 'x'.repeat(10), 'x'.repeat(256), 'x'.repeat(257), ''])(
  'password check matches the server for %o',
  (password) => {
    const isRejected = newPasswordProblem(password) !== undefined;
    expect([isRejected, isRejected]).toEqual([
      rejectsField(SignupBody, 'password', password),
      rejectsField(UserBody, 'new_password', password),
    ]);
  },
);

test.each(['', 'HEX-1234', 'x'.repeat(80), 'x'.repeat(81)])(
  'invitation code check matches the server for %o',
  (code) => {
    expect(inviteCodeProblem(code) !== undefined).toBe(rejectsField(SignupBody, 'invite_code', code));
  },
);

test.each(['mara', 'Mara', 'm', '_mara', 'mara-2', 'x'.repeat(40), 'x'.repeat(41), 'mä', 'a b', ''])(
  'profile address check matches the server for %o',
  (slug) => {
    expect(slugProblem(slug) !== undefined).toBe(rejectsField(UserSettingsBody, 'slug', slug));
  },
);

test.each(['', 'x'.repeat(600), 'x'.repeat(601), `  ${'x'.repeat(600)}\n`])(
  'about text check matches the server',
  (about) => {
    expect(aboutProblem(about) !== undefined).toBe(rejectsField(UserSettingsBody, 'about', about));
  },
);

test('about text check says by how many characters the text is too long', () => {
  expect(aboutProblem('x'.repeat(605))).toContain('5 characters too long');
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
