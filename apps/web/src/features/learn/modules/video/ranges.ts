/** Whole seconds, from and up to but not including, in order; they neither overlap nor touch. */
export type Ranges = [from: number, to: number][];

/** The seconds that are in either of them. */
export function union(one: Readonly<Ranges>, other: Readonly<Ranges>): Ranges {
  const sorted = [...one, ...other].sort(([a], [b]) => a - b);
  const merged: Ranges = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** How many seconds they hold. */
export const lengthOf = (ranges: Readonly<Ranges>): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0);

/**
 * The whole seconds that were seen when the film ran from one time to another. A second counts when most of it was
 * played; a jump, or time that ran backwards, counts for nothing.
 */
export function seenBetween(before: number, now: number, fastest = 5): Ranges {
  if (now <= before || now - before > fastest) return [];
  const [from, to] = [Math.floor(before + 0.5), Math.floor(now + 0.5)];
  return from < to ? [[from, to]] : [];
}

/** How much of a film was seen, 0 to 1. The last second is seldom whole. */
export function shareSeen(watched: Readonly<Ranges>, duration: number): number {
  if (!(duration > 1)) return 0;
  return Math.min(1, lengthOf(watched) / Math.floor(duration - 0.25));
}
