import { expect, it } from 'vitest';
import { boardName, boardsOf, boundsOf, oldestRetained } from './boards.ts';

it('names boards by UTC months and ISO weeks', () => {
  const week = (at: string) => boardName('week', new Date(at));
  expect(week('2026-11-22T23:59:59.999Z')).toBe('week:2026-W47');
  expect(week('2026-11-23T00:00:00Z')).toBe('week:2026-W48');
  // An ISO week belongs to the year of its Thursday.
  expect(['2027-01-03', '2027-01-04', '2024-12-30', '2021-01-01'].map((day) => week(`${day}T12:00:00Z`))).toEqual([
    'week:2026-W53',
    'week:2027-W01',
    'week:2025-W01',
    'week:2020-W53',
  ]);
  expect(boardName('month', new Date('2026-11-30T23:59:59Z'), 'web')).toBe('month:2026-11/web');
  expect(boardName('all', new Date(), null)).toBe('all');
});

it('returns all boards of a solve in the sort order of the database', () => {
  const at = new Date('2026-11-21T10:00:00Z');
  expect(boardsOf(at, null)).toEqual(['all', 'month:2026-11', 'week:2026-W47']);
  expect(boardsOf(at, 'web')).toEqual([
    'all',
    'all/web',
    'month:2026-11',
    'month:2026-11/web',
    'week:2026-W47',
    'week:2026-W47/web',
  ]);
});

it('returns the bounds of a period, and retains the previous period', () => {
  const at = new Date('2026-12-31T10:00:00Z');
  const bounds = (period: 'month' | 'week') =>
    Object.values(boundsOf(period, at) ?? {}).map((time) => time.toISOString().slice(0, 16));
  expect(bounds('month')).toEqual(['2026-12-01T00:00', '2027-01-01T00:00']);
  expect(bounds('week')).toEqual(['2026-12-28T00:00', '2027-01-04T00:00']);
  expect(boundsOf('all', at)).toBeNull();
  expect(oldestRetained(new Date('2027-01-04T00:00:00Z'))).toEqual({ month: 'month:2026-12', week: 'week:2026-W53' });
});
