import { expect, test } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { outcomeOf, outcomeOfError } from './use-flag-box.ts';

const flag = { id: 'one', name: 'The briefcase' };

test('distinguishes wrong, right and already solved', () => {
  const right = { result: 'right' as const, points: 30, flag, hint: null, rank: { before: 4, after: 2 }, first: true };
  expect(outcomeOf(right)).toEqual({ kind: 'right', verdict: right });
  expect(outcomeOf({ ...right, result: 'solved' })).toEqual({ kind: 'solved' });
  const hint = 'The closing brace is missing.';
  const wrong = { result: 'wrong' as const, points: 0, flag: null, hint, rank: null, first: false };
  expect(outcomeOf(wrong)).toEqual({ kind: 'wrong', hint });
});

test('makes the learner wait for as long as the server says after too many attempts', () => {
  const busy = new ApiError(429, { code: 'too_many_requests', msg: 'Slow down.', retry_after: 20 });
  expect(outcomeOfError(busy, 1000)).toEqual({ kind: 'wait', until: 21_000 });
});

test('shows the message of any other failure', () => {
  const down = new ApiError(503, { code: 'unavailable', msg: 'The server is busy.' });
  expect(outcomeOfError(down)).toEqual({ kind: 'failed', message: 'The server is busy.' });
});
