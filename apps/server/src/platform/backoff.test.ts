import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

const limits = { firstMs: 100, maxMs: 3_000 };

it('doubles the pause with each attempt up to the maximum', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 6, 1_000].map((attempt) => backoffMs(attempt, limits, 1));
  expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_000, 3_000, 3_000]);
});

it('takes a random part of up to half off the pause', () => {
  expect([0, 0.5, 1].map((random) => backoffMs(3, limits, random))).toEqual([400, 600, 800]);
});
