import type { Cycle, Period, Proration } from '../shapes.ts';
import { partOf, type Sum, subtract } from './totals.ts';

/** Returns the end of a cycle that starts at `from`. In shorter months, it is the last day. */
export function addCycle(from: Date, { interval, frequency }: Cycle): Date {
  const end = new Date(from);
  if (interval === 'day' || interval === 'week') {
    end.setUTCDate(end.getUTCDate() + frequency * (interval === 'week' ? 7 : 1));
    return end;
  }
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + frequency * (interval === 'year' ? 12 : 1));
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end;
}

export const isSameCycle = (a: Cycle, b: Cycle): boolean => a.interval === b.interval && a.frequency === b.frequency;

/** Returns the length of a period, and the remaining time at `at`, in ms. */
function lengths(period: Period, at: Date): { whole: number; left: number } {
  const [start, end] = [Date.parse(period.starts_at), Date.parse(period.ends_at)];
  const left = Math.min(Math.max(end - at.getTime(), 0), end - start);
  return { whole: end - start, left };
}

/**
 * Splits the amount for a period into a used and an unused part by milliseconds. Rounds the used part half up; the
 * unused part is the remainder. Both add up to the amount, and neither is negative.
 */
export function split(paid: Sum, period: Period, at: Date): { used: Sum; unused: Sum } {
  const { whole, left } = lengths(period, at);
  if (whole <= 0 || left === 0) return { used: paid, unused: subtract(paid, paid) };
  // The product of an amount and milliseconds can exceed the safe integers.
  const used = (2n * BigInt(paid.total) * BigInt(whole - left) + BigInt(whole)) / (2n * BigInt(whole));
  const usedSum = partOf(paid, Number(used));
  return { used: usedSum, unused: subtract(paid, usedSum) };
}

/** Returns the price for the rest of a period, given the price for the full period. */
export const priceOfRest = (price: Sum, period: Period, at: Date): Sum => split(price, period, at).unused;

/** Returns Paddle's description of a partial period. */
export function prorationOf(period: Period, at: Date): Proration {
  const { whole, left } = lengths(period, at);
  const rate = whole <= 0 ? 0 : left / whole;
  return {
    rate: String(Math.round(rate * 100_000) / 100_000),
    billing_period: { starts_at: at.toISOString(), ends_at: period.ends_at },
  };
}
