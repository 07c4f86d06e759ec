/** Sorted ranges of whole seconds, `to` exclusive. They neither overlap nor touch. */
export type Ranges = [from: number, to: number][];

/** Returns the union of two lists of ranges. */
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

/** Returns the total number of seconds. */
export const lengthOf = (ranges: Readonly<Ranges>): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0);

/**
 * Returns the whole seconds that were watched between two times. A second counts if most of it was played. A seek, or a
 * time that runs backwards, does not count.
 */
export function seenBetween(before: number, now: number, maxStep = 5): Ranges {
  if (now <= before || now - before > maxStep) return [];
  const [from, to] = [Math.floor(before + 0.5), Math.floor(now + 0.5)];
  return from < to ? [[from, to]] : [];
}

/** Returns the parts of the ranges before a time. The end of a video is unknown until its first bytes have loaded. */
export const rangesBefore = (ranges: Readonly<Ranges>, end: number): Ranges =>
  ranges.filter(([from]) => from < end).map(([from, to]) => [from, Math.min(to, end)]);

/** Returns the watched share of a video, 0 to 1. Ignores the last second, which is rarely complete. */
export function shareSeen(watched: Readonly<Ranges>, duration: number): number {
  if (!(duration > 1)) return 0;
  return Math.min(1, lengthOf(watched) / Math.floor(duration - 0.25));
}
