import { expect, it } from 'vitest';
import { createRandom } from './random.ts';
import { share } from './share.ts';

const sum = (list: number[]) => list.reduce((total, one) => total + one, 0);

it.each([
  [0, 10, 5],
  [7, 10, 5],
  [50, 10, 5],
  [49, 10, 5],
  [30_000, 10_000, 12],
  [3, 1, 3],
])('distributes all of %i items among %i learners with at most %i each', (total, people, most) => {
  const counts = share(total, people, most, createRandom(1));
  expect(counts).toHaveLength(people);
  expect(sum(counts)).toBe(total);
  expect(Math.max(...counts)).toBeLessThanOrEqual(most);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(0);
});

it('gives a few learners many items and most learners few', () => {
  const counts = share(20_000, 1_000, 1_000, createRandom(5)).sort((a, b) => b - a);
  expect(sum(counts.slice(0, 100))).toBeGreaterThan(8_000);
  expect(counts[500]).toBeLessThan(20);
});
