import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { problemText, waitText } from './problem-text.ts';

test.each([
  [0, '1 second'],
  [20, '20 seconds'],
  [89.2, '90 seconds'],
  [90, '2 minutes'],
  [3_541, '60 minutes'],
  [5_400, '2 hours'],
])('formats a wait of %s seconds', (seconds, words) => {
  expect(waitText(seconds)).toBe(words);
});

test('shows the wait for rate limits and the server message for other errors', () => {
  const limited = new ApiError(429, { code: 'too_many_requests', msg: 'Slow down.', retry_after: 600 });
  expect(problemText(limited)).toBe('Too many attempts. Try again in 10 minutes.');
  expect(problemText(new ApiError(400, { code: 'slug_taken', msg: 'Taken.' }))).toBe('Taken.');
  expect(problemText(new Error('select * from users'))).not.toContain('select');
});
