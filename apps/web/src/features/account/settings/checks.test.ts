import { UserBody, UserSettingsBody } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import { aboutProblem, emailProblem, passwordProblem, slugProblem, usernameProblem } from './checks.ts';

const isRefused = (schema: typeof UserBody | typeof UserSettingsBody, body: object) => !schema.safeParse(body).success;

test.each(['mara', 'm', '-mara', 'mara_2', 'x'.repeat(25), 'mara!', ''])('agrees about the name %o', (username) => {
  expect(usernameProblem(username) !== undefined).toBe(isRefused(UserBody, { username }));
});

test.each(['mara@example.org', 'nonsense', 'a@', ''])('agrees about the email %o', (email) => {
  expect(emailProblem(email) !== undefined).toBe(isRefused(UserBody, { email }));
});

test.each(['lantern gravel otter', 'short', 'x'.repeat(257), ''])('agrees about the password %o', (new_password) => {
  expect(passwordProblem(new_password) !== undefined).toBe(isRefused(UserBody, { new_password }));
});

test.each(['mara', 'Mara', ' mara ', 'm', '_mara', 'mara-2', 'x'.repeat(40), 'x'.repeat(41), 'mä', 'a b', ''])(
  'agrees about the address %o',
  (slug) => {
    expect(slugProblem(slug) !== undefined).toBe(isRefused(UserSettingsBody, { slug }));
  },
);

test.each(['', 'x'.repeat(600), 'x'.repeat(601), `  ${'x'.repeat(600)}\n`])('agrees about a text', (about) => {
  expect(aboutProblem(about) !== undefined).toBe(isRefused(UserSettingsBody, { about }));
});

test('says how much too long a text is', () => {
  expect(aboutProblem('x'.repeat(605))).toContain('5 too long');
});
