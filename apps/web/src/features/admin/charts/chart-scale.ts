/** Returns the values of a chart's grid lines: few, round, and around all values. Zero is included, where bars start. */
export function gridLevels(values: readonly number[], wanted = 3): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = roundStep((high - low) / wanted);
  const levels = [];
  for (let level = Math.floor(low / step); level <= Math.ceil(high / step); level++) levels.push(level * step);
  return levels.length > 1 ? levels : [0, step];
}

/** Rounds up to 1, 2 or 5 times a power of ten, and to at least 1 because charts count whole things. */
function roundStep(step: number): number {
  if (step <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(step));
  return power * ([1, 2, 5, 10].find((times) => times * power >= step) ?? 10);
}

/** Groups of days that share one bar or one segment of the time axis. */
export interface Slots {
  /** Index of the first day of each slot; the last slot ends with the last day. */
  starts: number[];
  days: number;
}

/** Splits `length` days into slots of `days`. The first slot is shorter if they do not divide evenly. */
export function slotsOf(length: number, days: number): Slots {
  const first = length % days;
  const starts = first === 0 ? [] : [0];
  for (let start = first; start < length; start += days) starts.push(start);
  return { starts, days };
}

/** Returns the sum of each slot. */
export const sumSlots = (values: readonly number[], { starts }: Slots): number[] =>
  starts.map((start, slot) => values.slice(start, starts[slot + 1]).reduce((sum, value) => sum + value, 0));

/** Formats a duration with one unit: `6 min`, `2.5 h`, `1.4 days`. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  const [value, unit] = seconds < 36 * 3_600 ? [seconds / 3_600, 'h'] : [seconds / 86_400, 'days'];
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ${unit}`;
}

/** Formats a share: `40%`. */
export const share = (part: number, whole: number) => `${Math.round((part / Math.max(1, whole)) * 100)}%`;

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Days per bar. A panel has no room for one bar per day of a year. */
export const daysPerBar = (days: number) => (days === 365 ? 7 : 1);
