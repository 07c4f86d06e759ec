/** The middle of a list, or the mean of the two in the middle; NaN for an empty one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const high = sorted[Math.floor(half)] ?? Number.NaN;
  return Number.isInteger(half) ? (high + (sorted[half - 1] ?? Number.NaN)) / 2 : high;
}

/** The value that `percent` of a list do not exceed (nearest rank); NaN for an empty one. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}
