/** Boards: their names, and which a solve counts for. Months and ISO weeks, by days of UTC. */

export const periods = ['all', 'month', 'week'] as const;
export type Period = (typeof periods)[number];

const dayMs = 86_400_000;

/** `all`, `month:2026-11`, `week:2026-W47`, and with a continent `week:2026-W47/web`. */
export function boardName(period: Period, at: Date, continent?: string | null): string {
  const name = { all: () => 'all', month: () => monthName(at), week: () => weekName(at) }[period]();
  return continent ? `${name}/${continent}` : name;
}

/** Every board that a flag counts for, in the order in which the database sorts them. */
export function boardsOf(at: Date, continent: string | null): string[] {
  const places = continent ? [null, continent] : [null];
  return periods.flatMap((period) => places.map((place) => boardName(period, at, place))).sort();
}

/** When a period began and when it ends; null for all time. */
export function boundsOf(period: Period, at: Date): { from: Date; until: Date } | null {
  if (period === 'all') return null;
  if (period === 'week') {
    const from = mondayOf(at);
    return { from, until: new Date(from.getTime() + 7 * dayMs) };
  }
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month, 1)), until: new Date(Date.UTC(year, month + 1, 1)) };
}

/**
 * Earlier months and weeks than these are not kept: the present one is shown, and the one before may be asked about.
 */
export function oldestKept(now: Date): { month: string; week: string } {
  const before = (period: Period) => new Date((boundsOf(period, now)?.from.getTime() ?? 0) - 1);
  return { month: monthName(before('month')), week: weekName(before('week')) };
}

const monthName = (at: Date) => `month:${at.toISOString().slice(0, 7)}`;

/** A week belongs to the year of its Thursday. */
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
