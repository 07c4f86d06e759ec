const dayMs = 86_400_000;

/** Days of UTC, as the database writes them. `before` is as long, and ends where `from` begins. */
export interface Period {
  before: string;
  from: string;
  to: string;
}

/** The last days, the present one among them. */
export function periodOf(days: number, now: Date): Period {
  const today = Math.floor(now.getTime() / dayMs);
  const day = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10);
  return { before: day(today - 2 * days + 1), from: day(today - days + 1), to: day(today) };
}
