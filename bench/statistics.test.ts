import { expect, it } from 'vitest';
import { slope } from './statistics.ts';

it('finds the slope of points around a line', () => {
  const points = [0, 1, 2, 3, 4, 5].map((x) => [x, 10 + 2 * x + (x % 2 === 0 ? 1 : -1)] as const);
  expect(slope(points)).toBeCloseTo(2, 0);
  expect(slope([])).toBeNaN();
});
