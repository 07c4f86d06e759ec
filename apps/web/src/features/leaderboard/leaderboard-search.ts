import type { Leaderboard } from '@hexpedition/contract';
import { dateFormat, day } from '#lib/format.ts';
import { searchOf } from '#lib/route-search.ts';

const periods = ['month', 'week'] as const;
type Period = (typeof periods)[number];

/** The search parameters of the page: the filters, and the cursor of a further page. No period means all time. */
export interface LeaderboardSearch {
  period?: Period;
  continent?: string;
  cursor?: string;
}

/** Reads the search parameters of the page and drops invalid ones. */
export function readLeaderboardSearch(search: Record<string, unknown>): LeaderboardSearch {
  const { period, continent, cursor } = search;
  return searchOf({
    period: periods.find((valid) => valid === period),
    continent: isValid(continent, /^[a-z0-9]+(-[a-z0-9]+)*$/, 80) ? continent : undefined,
    cursor: isValid(cursor, /^[\w-]+$/, 200) ? cursor : undefined,
  });
}

const isValid = (value: unknown, pattern: RegExp, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength && pattern.test(value);

/** Returns ` this week` or ` this month`, or an empty text for all time. */
export const periodSuffix = ({ period }: LeaderboardSearch): string => (period ? ` this ${period}` : '');

const monthFormat = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns `All time`, `November 2026` or `16 Nov 2026 to 22 Nov 2026`. Full dates stay correct on a cached page. */
export function periodLabel(search: LeaderboardSearch, period: Leaderboard['period']): string {
  if (!search.period || !period) return 'All time';
  if (search.period === 'month') return monthFormat(period.from);
  const last = new Date(Date.parse(period.until) - 1).toISOString();
  return `${day(period.from)} to ${day(last)}`;
}
