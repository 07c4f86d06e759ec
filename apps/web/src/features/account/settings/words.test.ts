import { expect, test } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { grantWords, problemText, timeAgo, waitText } from './words.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T12:00:00Z', 'just now'],
  ['2026-11-21T11:59:01Z', 'just now'],
  // The server's clock may be a little ahead.
  ['2026-11-21T12:00:30Z', 'just now'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T11:00:01Z', '59 minutes ago'],
  ['2026-11-21T11:00:00Z', '1 hour ago'],
  ['2026-11-20T12:00:01Z', '23 hours ago'],
  ['2026-11-20T12:00:00Z', 'yesterday'],
  ['2026-11-19T12:00:00Z', '2 days ago'],
  ['2026-10-23T12:00:00Z', '29 days ago'],
  ['2026-10-22T12:00:00Z', 'on 22 Oct 2026'],
])('says when %s was', (time, words) => {
  expect(timeAgo(time, now)).toBe(words);
});

test.each([
  [0, '1 second'],
  [20, '20 seconds'],
  [89.2, '90 seconds'],
  [90, '2 minutes'],
  [3_541, '60 minutes'],
  [5_400, '2 hours'],
])('says how long %s seconds are', (seconds, words) => {
  expect(waitText(seconds)).toBe(words);
});

test('says how long to wait, and otherwise what the server says', () => {
  const limited = new ApiError(429, { code: 'too_many_requests', msg: 'Slow down.', retry_after: 600 });
  expect(problemText(limited)).toBe('That was too often. Try again in 10 minutes.');
  expect(problemText(new ApiError(400, { code: 'slug_taken', msg: 'Taken.' }))).toBe('Taken.');
  expect(problemText(new Error('select * from users'))).not.toContain('select');
});

test.each([
  [{ tier: 2, days: 30, beta_access: false }, 'Specialization for 30 days, until 21 Dec 2026'],
  [{ tier: 1, days: 1, beta_access: false }, 'Foundational for 1 day, until 22 Nov 2026'],
  [{ tier: 2, days: 30, beta_access: true }, 'Specialization for 30 days, until 21 Dec 2026, and beta access'],
  [{ tier: 3, days: null, beta_access: false }, 'Beta for good'],
  [{ tier: 1, days: null, beta_access: true }, 'Foundational for good and beta access'],
  [{ tier: null, days: null, beta_access: true }, 'beta access'],
  [{ tier: null, days: null, beta_access: false }, ''],
] as const)('puts into words what %o gives', (grants, words) => {
  expect(grantWords(grants, now)).toBe(words);
});
