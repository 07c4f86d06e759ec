import { expect, it } from 'vitest';
import { calendar } from './activity-calendar.ts';

/** Wednesday. */
const now = Date.parse('2026-11-18T15:00:00Z');

it('puts each day into its week, with Monday first and the current week last', () => {
  const { cells, daysOfLastWeek } = calendar(
    [
      { day: '2025-11-17', count: 1 },
      { day: '2026-11-16', count: 2 },
      { day: '2026-11-18', count: 9 },
    ],
    now,
  );
  expect(daysOfLastWeek).toBe(3);
  expect(cells.map(({ week, weekday, level }) => [week, weekday, level])).toEqual([
    [0, 0, 1],
    [52, 0, 2],
    [52, 2, 4],
  ]);
});

it('leaves out days before the first week and after today', () => {
  const { cells, days, count } = calendar(
    [
      { day: '2025-11-16', count: 5 },
      { day: '2025-11-20', count: 3 },
      { day: '2026-11-19', count: 5 },
    ],
    now,
  );
  expect([cells.length, days, count]).toEqual([1, 1, 3]);
});

it('sums by month, the newest first, and labels months where they start', () => {
  const { table, months } = calendar(
    [
      { day: '2026-09-01', count: 1 },
      { day: '2026-09-30', count: 2 },
      { day: '2026-11-02', count: 4 },
    ],
    now,
  );
  expect(table).toEqual([
    { month: 'November 2026', days: 1, count: 4 },
    { month: 'September 2026', days: 2, count: 3 },
  ]);
  expect(months.map(({ name }) => name)).toEqual([
    'Dec',
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sept',
    'Oct',
    'Nov',
  ]);
  expect(months.at(-1)).toEqual({ week: 49, name: 'Nov' });
});

it('contains the whole week on a Sunday, and no day of the next week', () => {
  const { daysOfLastWeek, cells } = calendar([{ day: '2026-11-22', count: 1 }], Date.parse('2026-11-22T00:00:00Z'));
  expect(daysOfLastWeek).toBe(7);
  expect(cells).toMatchObject([{ week: 52, weekday: 6 }]);
});
