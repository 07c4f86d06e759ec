import type { Leaderboard } from '@hexpedition/contract';
import { dateFormat, day } from '#lib/format.ts';
import { searchOf } from '#lib/route-search.ts';

const periods = ['month', 'week'] as const;
type Period = (typeof periods)[number];

/** Which board is shown, and from which place on. Without a period it is the one of all time. */
export interface Board {
  period?: Period;
  continent?: string;
  cursor?: string;
}

/** The search parameters of the page, without those that are not valid. */
export function readBoard(search: Record<string, unknown>): Board {
  const { period, continent, cursor } = search;
  return searchOf({
    period: periods.find((known) => known === period),
    continent: fits(continent, /^[a-z0-9]+(-[a-z0-9]+)*$/, 80) ? continent : undefined,
    cursor: fits(cursor, /^[\w-]+$/, 200) ? cursor : undefined,
  });
}

const fits = (value: unknown, pattern: RegExp, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest && pattern.test(value);

/** ` this week`; nothing for all time. */
export const whenOf = ({ period }: Board): string => (period ? ` this ${period}` : '');

const monthFormat = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `All time`, `November 2026`, `16 Nov 2026 to 22 Nov 2026`: in full, so that an old copy of the page is still right. */
export function spanOf(board: Board, period: Leaderboard['period']): string {
  if (!board.period || !period) return 'All time';
  if (board.period === 'month') return monthFormat(period.from);
  const last = new Date(Date.parse(period.until) - 1).toISOString();
  return `${day(period.from)} to ${day(last)}`;
}
