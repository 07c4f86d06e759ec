/** Names of leaderboards, and the boards that a solve counts for. Months and ISO weeks are in UTC. */

export const periods = ['all', 'month', 'week'] as const;
export type Period = (typeof periods)[number];

const dayMs = 86_400_000;

/** Returns `all`, `month:2026-11` or `week:2026-W47`; with a continent `week:2026-W47/web`. */
export function boardName(period: Period, at: Date, continent?: string | null): string {
  const name = { all: () => 'all', month: () => monthName(at), week: () => weekName(at) }[period]();
  return continent ? `${name}/${continent}` : name;
}

/** Returns all boards that a flag counts for, in the sort order of the database. */
export function boardsOf(at: Date, continent: string | null): string[] {
  const scopes = continent ? [null, continent] : [null];
  return periods.flatMap((period) => scopes.map((scope) => boardName(period, at, scope))).sort();
}

/** Returns the start and end of a period; null for all time. */
export function boundsOf(period: Period, at: Date): { from: Date; until: Date } | null {
  if (period === 'all') return null;
  if (period === 'week') {
    const from = mondayOf(at);
    return { from, until: new Date(from.getTime() + 7 * dayMs) };
  }
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month, 1)), until: new Date(Date.UTC(year, month + 1, 1)) };
}

/** Returns the oldest retained month and week: the ones before the current month and week. */
export function oldestRetained(now: Date): { month: string; week: string } {
  const before = (period: Period) => new Date((boundsOf(period, now)?.from.getTime() ?? 0) - 1);
  return { month: monthName(before('month')), week: weekName(before('week')) };
}

const monthName = (at: Date) => `month:${at.toISOString().slice(0, 7)}`;

/** Returns the name of an ISO week, which belongs to the year of its Thursday. */
function weekName(at: Date): string {
  const thursday = new Date(mondayOf(at).getTime() + 3 * dayMs);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / dayMs / 7) + 1;
  return `week:${year}-W${String(week).padStart(2, '0')}`;
}

function mondayOf(at: Date): Date {
  const weekday = (at.getUTCDay() + 6) % 7;
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs - weekday * dayMs);
}
