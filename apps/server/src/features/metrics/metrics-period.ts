const dayMs = 86_400_000;

/** UTC days in ISO format. `before` is the first day of the previous period, which has the same length. */
export interface Period {
  before: string;
  from: string;
  to: string;
}

/** Returns the period of the last `days` days, including today. */
export function periodOf(days: number, now: Date): Period {
  const today = Math.floor(now.getTime() / dayMs);
  const day = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10);
  return { before: day(today - 2 * days + 1), from: day(today - days + 1), to: day(today) };
}
