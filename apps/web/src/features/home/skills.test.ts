import { expect, test } from 'vitest';
import { outlineOf, pointOn } from './skills.tsx';

test('the first spoke points upwards and the others follow clockwise', () => {
  expect([0, 1, 2, 3].map((index) => pointOn(index, 4, 10))).toEqual([
    { x: 0, y: -10 },
    { x: 10, y: 0 },
    { x: 0, y: 10 },
    { x: -10, y: 0 },
  ]);
});

test('the outline goes through every share and closes', () => {
  expect(outlineOf([1, 0.5, 0, 0.25])).toBe('M0 -100L50 0L0 0L-25 0Z');
});
