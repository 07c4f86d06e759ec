import type { Cycle, Period, Proration } from '../shapes.ts';
import { partOf, type Sum, subtract } from './totals.ts';

/** The end of a cycle that begins at `from`. A month that is too short ends on its last day. */
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

/** Milliseconds of a period, and how many of them are left at a time. */
function lengths(period: Period, at: Date): { whole: number; left: number } {
  const [start, end] = [Date.parse(period.starts_at), Date.parse(period.ends_at)];
  const left = Math.min(Math.max(end - at.getTime(), 0), end - start);
  return { whole: end - start, left };
}

/**
 * Splits what was paid for a period at a time in it, by the millisecond. The used part is rounded up at halves and the
 * unused part is the rest, so that both are the whole, to the minor unit, and neither is negative.
 */
export function split(paid: Sum, period: Period, at: Date): { used: Sum; unused: Sum } {
  const { whole, left } = lengths(period, at);
  if (whole <= 0 || left === 0) return { used: paid, unused: subtract(paid, paid) };
  // The product of an amount and milliseconds can be too big for a number.
  const used = (2n * BigInt(paid.total) * BigInt(whole - left) + BigInt(whole)) / (2n * BigInt(whole));
  const usedSum = partOf(paid, Number(used));
  return { used: usedSum, unused: subtract(paid, usedSum) };
}

/** What the rest of a period costs at this price for the whole of it. */
export const restOf = (price: Sum, period: Period, at: Date): Sum => split(price, period, at).unused;

/** How Paddle describes a part of a period. */
export function prorationOf(period: Period, at: Date): Proration {
  const { whole, left } = lengths(period, at);
  const rate = whole <= 0 ? 0 : left / whole;
  return {
    rate: String(Math.round(rate * 100_000) / 100_000),
    billing_period: { starts_at: at.toISOString(), ends_at: period.ends_at },
  };
}
