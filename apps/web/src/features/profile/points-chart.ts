import type { Profile } from '@hexpedition/contract';
import { dateFormat } from '#lib/format.ts';

type History = NonNullable<Profile['points']>['history'];

const dayMs = 86_400_000;
/** Size of the chart in its own units. It is stretched to the available space. */
export const width = 1000;
export const height = 200;

export interface Chart {
  /** SVG path of the total, with a step up for each day with new points. */
  line: string;
  /** The same path, closed along the bottom. */
  area: string;
  /** The value at the upper edge. */
  top: number;
  first: string;
  months: { month: string; gained: number; points: number }[];
}

const longMonth = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

/** @param now in milliseconds. The line continues to this day. */
export function buildPointsChart(history: History, now: number): Chart | undefined {
  const first = history[0];
  const last = history.at(-1);
  if (!first || !last) return undefined;
  // One day before the first, so that the first step is visible.
  const start = Date.parse(first.day) - dayMs;
  const span = Math.max(now, Date.parse(last.day) + dayMs) - start;
  const top = roundUp(last.points);
  const x = (time: number) => Number((((time - start) / span) * width).toFixed(1));
  const y = (points: number) => Number((height - (points / top) * height).toFixed(1));
  const steps = history.map(({ day, points }) => `H${x(Date.parse(day))}V${y(points)}`).join('');
  const line = `M0 ${height}${steps}H${width}`;
  return { line, area: `${line}V${height}Z`, top, first: first.day, months: sumByMonth(history) };
}

/** Rounds up to a slightly larger number that is easy to read. */
function roundUp(points: number): number {
  const unit = 10 ** Math.floor(Math.log10(points));
  const factor = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find(
    (candidate) => candidate * unit >= points && Number.isInteger(candidate * unit),
  );
  return (factor ?? 10) * unit;
}

/** Sums the points by month, the newest first. */
function sumByMonth(history: History): Chart['months'] {
  const months = new Map<string, { month: string; gained: number; points: number }>();
  let previous = 0;
  for (const { day, points } of history) {
    const month = longMonth(day);
    const gained = (months.get(month)?.gained ?? 0) + points - previous;
    months.set(month, { month, gained, points });
    previous = points;
  }
  return [...months.values()].reverse();
}
