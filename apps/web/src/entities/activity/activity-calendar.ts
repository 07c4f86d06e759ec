import type { Profile } from '@hexpedition/contract';
import { dateFormat } from '#lib/format.ts';

type Activity = NonNullable<Profile['activity']>;

const dayMs = 86_400_000;
export const weeks = 53;

interface Cell {
  /** Column, 0 to 52. The last one is the current week. */
  week: number;
  /** Row: 0 is Monday. */
  weekday: number;
  /** 1 to 4. */
  level: number;
  day: string;
  count: number;
}

export interface Calendar {
  cells: Cell[];
  /** Number of days of the current week so far, 1 to 7. */
  daysOfLastWeek: number;
  /** Labels above the columns: a short month name at the column in which the month starts. */
  months: { week: number; name: string }[];
  /** The months with activity, the newest first. */
  table: { month: string; days: number; count: number }[];
  /** Totals of the whole calendar. */
  days: number;
  count: number;
}

const shortMonth = dateFormat({ month: 'short', timeZone: 'UTC' });
const longMonth = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

const levelOf = (count: number) => (count >= 8 ? 4 : count >= 4 ? 3 : count >= 2 ? 2 : 1);

/** Arranges the activity in 53 weeks from Monday to Sunday, up to the day of `now`. All days are in UTC. */
export function calendar(activity: Activity, now: number): Calendar {
  const today = Math.floor(now / dayMs) * dayMs;
  const daysOfLastWeek = ((new Date(today).getUTCDay() + 6) % 7) + 1;
  const start = today - ((weeks - 1) * 7 + daysOfLastWeek - 1) * dayMs;
  const cells: Cell[] = [];
  const table = new Map<string, { month: string; days: number; count: number }>();
  for (const { day, count } of activity) {
    const at = Date.parse(`${day}T00:00:00Z`);
    const index = Math.round((at - start) / dayMs);
    if (index < 0 || at > today) continue;
    cells.push({ week: Math.floor(index / 7), weekday: index % 7, level: levelOf(count), day, count });
    const month = longMonth(at);
    const row = table.get(month) ?? { month, days: 0, count: 0 };
    table.set(month, { month, days: row.days + 1, count: row.count + count });
  }
  return {
    cells,
    daysOfLastWeek,
    months: monthLabels(start),
    table: [...table.values()].reverse(),
    days: cells.length,
    count: cells.reduce((sum, cell) => sum + cell.count, 0),
  };
}

/** Labels each month above the week that contains its first day. A month cut off at the start has no label. */
function monthLabels(start: number): Calendar['months'] {
  const months: Calendar['months'] = [];
  for (let week = 0; week < weeks - 1; week++) {
    for (let weekday = 0; weekday < 7; weekday++) {
      const at = start + (week * 7 + weekday) * dayMs;
      if (new Date(at).getUTCDate() === 1) months.push({ week, name: shortMonth(at) });
    }
  }
  return months;
}
