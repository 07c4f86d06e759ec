import type { Profile } from '@hexpedition/contract';
import { dateFormat } from '#lib/format.ts';

type History = NonNullable<Profile['points']>['history'];

const dayMs = 86_400_000;
/** The drawing's own measure; it is stretched to the room that there is. */
export const width = 1000;
export const height = 200;

export interface Chart {
  /** The line of the sums, a step up for each day on which points came. */
  line: string;
  /** The same, closed along the bottom. */
  area: string;
  /** The value at the upper edge. */
  top: number;
  first: string;
  months: { month: string; gained: number; points: number }[];
}

const longMonth = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

/** @param now milliseconds; the line goes on to that day */
export function chartOf(history: History, now: number): Chart | undefined {
  const first = history[0];
  const last = history.at(-1);
  if (!first || !last) return undefined;
  // A day before the first, so that the first step is seen as one.
  const start = Date.parse(first.day) - dayMs;
  const span = Math.max(now, Date.parse(last.day) + dayMs) - start;
  const top = roundUp(last.points);
  const x = (time: number) => Number((((time - start) / span) * width).toFixed(1));
  const y = (points: number) => Number((height - (points / top) * height).toFixed(1));
  const steps = history.map(({ day, points }) => `H${x(Date.parse(day))}V${y(points)}`).join('');
  const line = `M0 ${height}${steps}H${width}`;
  return { line, area: `${line}V${height}Z`, top, first: first.day, months: monthsOf(history) };
}

/** Rounds up to a number that is easy to read and not much larger. */
function roundUp(points: number): number {
  const unit = 10 ** Math.floor(Math.log10(points));
  const factor = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find(
    (one) => one * unit >= points && Number.isInteger(one * unit),
  );
  return (factor ?? 10) * unit;
}

/** The newest first. */
function monthsOf(history: History): Chart['months'] {
  const months = new Map<string, { month: string; gained: number; points: number }>();
  let before = 0;
  for (const { day, points } of history) {
    const month = longMonth(day);
    const gained = (months.get(month)?.gained ?? 0) + points - before;
    months.set(month, { month, gained, points });
    before = points;
  }
  return [...months.values()].reverse();
}
