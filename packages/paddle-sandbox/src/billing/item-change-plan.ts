import type { Context } from '../context.ts';
import { addCycle, isSameCycle, prorationOf, split } from '../money/proration.ts';
import type { TaxRegion } from '../money/tax-regions.ts';
import { type CreditUse, partOf, type Sum, toSum, useCredit } from '../money/totals.ts';
import type { Billing, BillLine, Credit, PaidPeriod } from '../sandbox-state.ts';
import type { Period, Subscription, SubscriptionItem } from '../shapes.ts';
import { remainingOf } from './adjustments.ts';
import { lineOf, type OrderItem, productOf, prorated, sumOf, taxRegionWith } from './bill-lines.ts';
import { balanceOf } from './credit-balances.ts';

export const prorationModes = [
  'prorated_immediately',
  'prorated_next_billing_period',
  'full_immediately',
  'full_next_billing_period',
  'do_not_bill',
] as const;

export type ProrationMode = (typeof prorationModes)[number];

/** Effects of a change of a subscription's items, computed before anything is changed. */
export interface ItemChangePlan {
  order: OrderItem[];
  period: Period;
  /** Charges for the new items, and credits for the old ones. */
  lines: BillLine[];
  credits: Credit[];
  when: 'now' | 'next' | 'never';
  /** Paid periods and lines of the next bill that do not change. */
  keptPaid: PaidPeriod[];
  keptLines: BillLine[];
}

/** Returns the tax region of a subscription. The currency stays the one in which it started. */
export function taxRegionOfSubscription({ state }: Context, subscription: Subscription): TaxRegion {
  const address = state.addresses[subscription.address_id];
  return taxRegionWith(address?.country_code ?? 'US', address?.postal_code ?? null, subscription.currency_code);
}

/**
 * Computes a change of plan.
 *
 * Within the same cycle, the billing date stays: removed items give credit for their unused time, and added items are
 * charged for the remaining time. A change to another cycle that is charged immediately starts a new period now, and
 * the new items are charged in full.
 */
export function planItemChange(
  context: Context,
  subscription: Subscription,
  { order, mode, at }: { order: OrderItem[]; mode: ProrationMode; at: Date },
): ItemChangePlan {
  const billing = billingOf(context, subscription);
  const cycle = order[0]?.price.billing_cycle ?? subscription.billing_cycle;
  const sameCycle = isSameCycle(cycle, subscription.billing_cycle);
  const present = subscription.current_billing_period ?? { starts_at: at.toISOString(), ends_at: at.toISOString() };
  const immediately = mode === 'prorated_immediately' || mode === 'full_immediately';
  const restarts = !sameCycle && immediately;
  const period = restarts ? { starts_at: at.toISOString(), ends_at: addCycle(at, cycle).toISOString() } : present;

  const had = (one: OrderItem) => sameCycle && subscription.items.some((item) => isSame(item, one));
  const added = order.filter((one) => !had(one));
  const remaining = order.filter(had);
  const stays = ({ price, quantity }: { price: { id: string }; quantity: number }) =>
    remaining.some((one) => one.price.id === price.id && one.quantity === quantity);
  const leaving = billing.paid.filter((stretch) => !stays(lineOfPaidPeriod(context, stretch)));
  const keptPaid = billing.paid.filter((stretch) => !leaving.includes(stretch));
  const keptLines = billing.nextBill.lines;
  const base: ItemChangePlan = { order, period, lines: [], credits: [], when: 'never', keptPaid, keptLines };

  const region = taxRegionOfSubscription(context, subscription);
  const full = added.map((one) => lineOf(one, region));
  const isNext = mode === 'prorated_next_billing_period' || mode === 'full_next_billing_period';
  // A change to another cycle at the next bill has no credit, because the paid period is used up by then.
  if (mode === 'do_not_bill' || (isNext && !sameCycle)) return { ...base, keptPaid: billing.paid };
  const when = isNext ? 'next' : 'now';
  if (mode === 'full_immediately' || mode === 'full_next_billing_period') return { ...base, lines: full, when };
  return {
    ...base,
    lines: restarts ? full : full.map((line) => prorated(line, period, at)).filter(({ sum }) => sum.total > 0),
    credits: leaving.flatMap((stretch) => creditOf(context, stretch, at) ?? []),
    when,
    keptLines: keptLines.map((line) => (stays(line) ? line : usedPart(line, at))),
  };
}

const isSame = (item: SubscriptionItem, { price, quantity }: OrderItem): boolean =>
  item.price.id === price.id && item.quantity === quantity;

export function billingOf({ state }: Context, { id }: Subscription): Billing {
  const billing = state.billing[id];
  if (!billing) throw new Error(`Subscription ${id} has no billing state.`);
  return billing;
}

function lineOfPaidPeriod({ state }: Context, { transactionId, itemId }: Pick<PaidPeriod, 'transactionId' | 'itemId'>) {
  const transaction = state.transactions[transactionId];
  const line = transaction?.details.line_items.find(({ id }) => id === itemId);
  if (!transaction || !line) throw new Error(`Transaction ${transactionId} has no line ${itemId}.`);
  return { transaction, line, price: { id: line.price_id }, quantity: line.quantity };
}

/** Returns the credit for the unused time of a paid period, at most the amount that was not refunded. */
function creditOf(context: Context, stretch: PaidPeriod, at: Date): Credit | null {
  const { transaction, line } = lineOfPaidPeriod(context, stretch);
  const period = { starts_at: stretch.startsAt, ends_at: stretch.endsAt };
  const { unused } = split(toSum(line.totals), period, at);
  const left = remainingOf(context, transaction, line);
  const total = Math.min(unused.total, left.total);
  if (total <= 0) return null;
  return {
    transactionId: stretch.transactionId,
    itemId: stretch.itemId,
    sum: partOf(left, total),
    proration: prorationOf(period, at),
  };
}

/** Reduces a removed line of the next bill to the time until now. */
function usedPart(line: BillLine, at: Date): BillLine {
  if (!line.proration) return line;
  const period = line.proration.billing_period;
  return {
    ...line,
    unit: split(line.unit, period, at).used,
    sum: split(line.sum, period, at).used,
    proration: { ...line.proration, billing_period: { ...period, ends_at: at.toISOString() } },
  };
}

export const creditTotal = (credits: Credit[]): number => credits.reduce((all, { sum }) => all + sum.total, 0);

/** Returns how much of a bill the credits of a change and the customer's balance pay. */
export function creditFor(context: Context, subscription: Subscription, sum: Sum, credits: Credit[]): CreditUse {
  const balance = balanceOf(context, subscription.customer_id, subscription.currency_code);
  return useCredit(sum.total, creditTotal(credits), balance.available);
}

/** Returns the next regular bill of a subscription: its items, and the lines and credits that updates have added. */
export function nextBillOf(context: Context, subscription: Subscription): { lines: BillLine[]; credits: Credit[] } {
  const { nextBill } = billingOf(context, subscription);
  const region = taxRegionOfSubscription(context, subscription);
  const regular = subscription.items.map(({ price, quantity }) => lineOf({ price, quantity }, region));
  return { lines: [...regular, ...nextBill.lines], credits: nextBill.credits.flatMap((one) => capped(context, one)) };
}

/** Limits a credit to the amount that was not refunded meanwhile. */
function capped(context: Context, credit: Credit): Credit[] {
  const { transaction, line } = lineOfPaidPeriod(context, credit);
  const left = remainingOf(context, transaction, line);
  const total = Math.min(credit.sum.total, left.total);
  return total > 0 ? [{ ...credit, sum: partOf(left, total) }] : [];
}

/** Returns the items of a subscription after a change. Remaining items keep their history. */
export function itemsFor(
  context: Context,
  subscription: Pick<Subscription, 'items'> | null,
  order: OrderItem[],
  { at, billedAt, nextAt }: { at: Date; billedAt: string | null; nextAt: string | null },
): SubscriptionItem[] {
  return order.map((one) => {
    const old = subscription?.items.find((item) => item.price.id === one.price.id);
    return {
      status: 'active',
      quantity: one.quantity,
      recurring: true,
      created_at: old?.created_at ?? at.toISOString(),
      updated_at: at.toISOString(),
      previously_billed_at: billedAt ?? old?.previously_billed_at ?? null,
      next_billed_at: nextAt,
      trial_dates: null,
      price: one.price,
      product: productOf(context, one.price),
    };
  });
}

export const chargeTotal = (lines: BillLine[]): number => sumOf(lines).total;
