import { expect, test } from 'vitest';
import { buildPointsChart } from './points-chart.ts';

const history = [
  { day: '2026-09-30', points: 10 },
  { day: '2026-11-02', points: 25 },
  { day: '2026-11-20', points: 130 },
];

test('draws a line that steps up on days with new points and continues to today', () => {
  const chart = buildPointsChart(history.slice(0, 1), Date.parse('2026-10-09T00:00:00Z'));
  expect(chart).toMatchObject({ line: 'M0 200H100V0H1000', area: 'M0 200H100V0H1000V200Z', top: 10 });
});

test('uses a round number above the total as the upper edge', () => {
  expect(buildPointsChart(history, Date.parse('2026-11-21T10:00:00Z'))?.top).toBe(150);
  const topOf = (points: number) => buildPointsChart([{ day: '2026-11-20', points }], 0)?.top;
  expect([1, 3, 7, 51, 230, 999, 1000, 1001].map(topOf)).toEqual([1, 3, 8, 60, 250, 1000, 1000, 1500]);
});

test('lists each month with points, the newest first', () => {
  expect(buildPointsChart(history, Date.parse('2026-11-21T10:00:00Z'))?.months).toEqual([
    { month: 'November 2026', gained: 120, points: 130 },
    { month: 'September 2026', gained: 10, points: 10 },
  ]);
});

test('returns no chart without points', () => {
  expect(buildPointsChart([], 0)).toBeUndefined();
});

test('draws a day that is in the future according to the browser’s clock', () => {
  expect(buildPointsChart([{ day: '2026-11-20', points: 5 }], 0)?.line).toBe('M0 200H500V0H1000');
});
