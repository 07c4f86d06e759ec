import { expect, test } from 'vitest';
import { chartOf } from './points-history.ts';

const history = [
  { day: '2026-09-30', points: 10 },
  { day: '2026-11-02', points: 25 },
  { day: '2026-11-20', points: 130 },
];

test('the line steps up on the days on which points came, and goes on to today', () => {
  const chart = chartOf(history.slice(0, 1), Date.parse('2026-10-09T00:00:00Z'));
  expect(chart).toMatchObject({ line: 'M0 200H100V0H1000', area: 'M0 200H100V0H1000V200Z', top: 10 });
});

test('the upper edge is a round number that holds the sum', () => {
  expect(chartOf(history, Date.parse('2026-11-21T10:00:00Z'))?.top).toBe(150);
  const topOf = (points: number) => chartOf([{ day: '2026-11-20', points }], 0)?.top;
  expect([1, 3, 7, 51, 230, 999, 1000, 1001].map(topOf)).toEqual([1, 3, 8, 60, 250, 1000, 1000, 1500]);
});

test('the table has each month with points, the newest first', () => {
  expect(chartOf(history, Date.parse('2026-11-21T10:00:00Z'))?.months).toEqual([
    { month: 'November 2026', gained: 120, points: 130 },
    { month: 'September 2026', gained: 10, points: 10 },
  ]);
});

test('without points there is nothing to draw', () => {
  expect(chartOf([], 0)).toBeUndefined();
});

test('a day that the browser’s clock has not reached yet is drawn all the same', () => {
  expect(chartOf([{ day: '2026-11-20', points: 5 }], 0)?.line).toBe('M0 200H500V0H1000');
});
