import { expect, test } from 'vitest';
import { periodLabel, readLeaderboardSearch } from './leaderboard-search.ts';

test('reads the search parameters, and drops invalid ones', () => {
  const search = { period: 'week', continent: 'web-hacking', cursor: 'WzUwLDEyMF0_-' };
  expect(readLeaderboardSearch({ ...search, page: 3 })).toEqual(search);
  for (const search of [
    { period: 'all', continent: 'No!', cursor: 'a b' },
    { period: 5, continent: 'x'.repeat(81), cursor: 'a'.repeat(201) },
    { continent: 'web-', cursor: 5 },
  ]) {
    expect(readLeaderboardSearch(search)).toEqual({});
  }
});

test('describes the period, including its last day', () => {
  const week = { from: '2026-12-28T00:00:00.000Z', until: '2027-01-04T00:00:00.000Z' };
  expect(periodLabel({ period: 'week' }, week)).toBe('28 Dec 2026 to 3 Jan 2027');
  const month = { from: '2026-11-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' };
  expect(periodLabel({ period: 'month' }, month)).toBe('November 2026');
  expect(periodLabel({}, null)).toBe('All time');
});
