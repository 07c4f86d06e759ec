import { expect, test } from 'vitest';
import { formatDuration, gridLevels, slotsOf, sumSlots } from './chart-scale.ts';

test('returns a few round levels that enclose all values', () => {
  expect(gridLevels([3, 29])).toEqual([0, 10, 20, 30]);
  expect(gridLevels([1_284])).toEqual([0, 500, 1_000, 1_500]);
  expect(gridLevels([16, -3])).toEqual([-10, 0, 10, 20]);
  expect(gridLevels([0, 0])).toEqual([0, 1]);
  expect(gridLevels([2])).toEqual([0, 1, 2]);
});

test('ends the last slot with the last day and lets the first slot be shorter', () => {
  const slots = slotsOf(9, 7);
  expect(slots.starts).toEqual([0, 2]);
  expect(sumSlots([1, 1, 1, 1, 1, 1, 1, 1, 5], slots)).toEqual([2, 11]);
  expect(slotsOf(3, 1).starts).toEqual([0, 1, 2]);
});

test('formats a duration in the unit that suits it', () => {
  expect([45, 360, 9_000, 121_000, 432_000, 1_209_600].map(formatDuration)).toEqual([
    ...['45 s', '6 min', '2.5 h', '34 h', '5 days', '14 days'],
  ]);
});
