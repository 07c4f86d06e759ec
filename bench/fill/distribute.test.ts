import { expect, it } from 'vitest';
import { distribute } from './distribute.ts';
import { createRandom } from './random.ts';

const sum = (list: number[]) => list.reduce((total, one) => total + one, 0);

it.each([
  [0, 10, 5],
  [7, 10, 5],
  [50, 10, 5],
  [49, 10, 5],
  [30_000, 10_000, 12],
  [3, 1, 3],
])('distributes all of %i items among %i learners with at most %i each', (total, learners, max) => {
  const counts = distribute(total, learners, max, createRandom(1));
  expect(counts).toHaveLength(learners);
  expect(sum(counts)).toBe(total);
  expect(Math.max(...counts)).toBeLessThanOrEqual(max);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(0);
});

it('gives a few learners many items and most learners few', () => {
  const counts = distribute(20_000, 1_000, 1_000, createRandom(5)).sort((a, b) => b - a);
  expect(sum(counts.slice(0, 100))).toBeGreaterThan(8_000);
  expect(counts[500]).toBeLessThan(20);
});
