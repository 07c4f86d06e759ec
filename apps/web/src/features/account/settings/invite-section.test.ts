import { expect, test } from 'vitest';
import { grantText } from './invite-section.tsx';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  [{ tier: 2, days: 30, beta_access: false }, 'Specialization for 30 days, until 21 Dec 2026'],
  [{ tier: 1, days: 1, beta_access: false }, 'Foundational for 1 day, until 22 Nov 2026'],
  [{ tier: 2, days: 30, beta_access: true }, 'Specialization for 30 days, until 21 Dec 2026, and beta access'],
  [{ tier: 3, days: null, beta_access: false }, 'permanent Beta'],
  [{ tier: 1, days: null, beta_access: true }, 'permanent Foundational and beta access'],
  [{ tier: null, days: null, beta_access: true }, 'beta access'],
  [{ tier: null, days: null, beta_access: false }, ''],
] as const)('describes the grants %o', (grants, words) => {
  expect(grantText(grants, now)).toBe(words);
});
