/** A payment that arrived, as far as it tells what a period costs. */
interface Paid {
  price_id: string | null;
  origin: string | null;
  total: string;
  tax: string | null;
}

/** Of these, a payment is for whole periods; others are for a part of one, or for what a change costs. */
const regular = new Set(['web', 'api', 'subscription_recurring']);

/**
 * What one period costs with its tax, in the currency's minor unit: as it was paid last, or the price with the tax that
 * was last paid. Paddle alone knows the tax that is to come.
 * @param paid the newest first
 */
export function priceOf({ price_id, amount }: { price_id: string; amount: string }, paid: readonly Paid[]): number {
  const same = paid.find((payment) => payment.price_id === price_id && regular.has(payment.origin ?? ''));
  if (same) return Number(same.total);
  const newest = paid.find(({ tax }) => tax !== null);
  const total = Number(newest?.total);
  const rate = newest ? Number(newest.tax) / (total - Number(newest.tax)) : 0;
  return Math.round(Number(amount) * (1 + rate));
}
