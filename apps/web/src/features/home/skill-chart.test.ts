import { expect, test } from 'vitest';
import { outlinePath, pointOnSpoke } from './skill-chart.tsx';

test('starts with a spoke that points upwards, and continues clockwise', () => {
  expect([0, 1, 2, 3].map((index) => pointOnSpoke(index, 4, 10))).toEqual([
    { x: 0, y: -10 },
    { x: 10, y: 0 },
    { x: 0, y: 10 },
    { x: -10, y: 0 },
  ]);
});

test('draws a closed outline through all shares', () => {
  expect(outlinePath([1, 0.5, 0, 0.25])).toBe('M0 -100L50 0L0 0L-25 0Z');
});
