import { expect, test } from 'vitest';
import { levelsOf, roughly, slotsOf, sumSlots } from './chart-scale.ts';

test('levels are round, few, and around all values', () => {
  expect(levelsOf([3, 29])).toEqual([0, 10, 20, 30]);
  expect(levelsOf([1_284])).toEqual([0, 500, 1_000, 1_500]);
  expect(levelsOf([16, -3])).toEqual([-10, 0, 10, 20]);
  expect(levelsOf([0, 0])).toEqual([0, 1]);
  expect(levelsOf([2])).toEqual([0, 1, 2]);
});

test('slots end with the last day, and the first may be shorter', () => {
  const slots = slotsOf(9, 7);
  expect(slots.starts).toEqual([0, 2]);
  expect(sumSlots([1, 1, 1, 1, 1, 1, 1, 1, 5], slots)).toEqual([2, 11]);
  expect(slotsOf(3, 1).starts).toEqual([0, 1, 2]);
});

test('times are said in their own unit', () => {
  expect([45, 360, 9_000, 121_000, 432_000, 1_209_600].map(roughly)).toEqual([
    ...['45 s', '6 min', '2.5 h', '34 h', '5 days', '14 days'],
  ]);
});
