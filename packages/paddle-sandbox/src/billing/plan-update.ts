import type { Context } from '../context.ts';
import type { Place } from '../money/places.ts';
import { addCycle, isSameCycle, prorationOf, split } from '../money/proration.ts';
import { type CreditUse, partOf, type Sum, toSum, useCredit } from '../money/totals.ts';
import type { Period, Subscription, SubscriptionItem } from '../shapes.ts';
import type { Billing, BillLine, Credit, PaidStretch } from '../state.ts';
import { leftOf } from './adjustments.ts';
import { balanceOf } from './balances.ts';
import { lineOf, type Ordered, placeWith, productOf, prorated, sumOf } from './lines.ts';

export const prorationModes = [
  'prorated_immediately',
  'prorated_next_billing_period',
  'full_immediately',
  'full_next_billing_period',
  'do_not_bill',
] as const;

export type ProrationMode = (typeof prorationModes)[number];

/** What a change of the items of a subscription does, worked out before anything is changed. */
export interface UpdatePlan {
  order: Ordered[];
  period: Period;
  /** What is charged for the change, and what the old items give back. */
  lines: BillLine[];
  credits: Credit[];
  when: 'now' | 'next' | 'never';
  /** Paid stretches and promised lines that the change leaves as they are. */
  keptPaid: PaidStretch[];
  keptLines: BillLine[];
}

/** Where a subscription is charged, in the currency in which it began. */
export function placeOfSubscription({ state }: Context, subscription: Subscription): Place {
  const address = state.addresses[subscription.address_id];
  return placeWith(address?.country_code ?? 'US', address?.postal_code ?? null, subscription.currency_code);
}

/**
 * Works out a change of plan.
 *
 * Within the same cycle the billing date stays: the unused time of what leaves is given back, the remaining time of what
 * comes is charged. Another cycle that is charged at once begins a new period today, and the new items are charged in full.
 */
export function planUpdate(
  context: Context,
  subscription: Subscription,
  { order, mode, at }: { order: Ordered[]; mode: ProrationMode; at: Date },
): UpdatePlan {
  const billing = billingOf(context, subscription);
  const cycle = order[0]?.price.billing_cycle ?? subscription.billing_cycle;
  const sameCycle = isSameCycle(cycle, subscription.billing_cycle);
  const present = subscription.current_billing_period ?? { starts_at: at.toISOString(), ends_at: at.toISOString() };
  const immediately = mode === 'prorated_immediately' || mode === 'full_immediately';
  const restarts = !sameCycle && immediately;
  const period = restarts ? { starts_at: at.toISOString(), ends_at: addCycle(at, cycle).toISOString() } : present;

  const had = (one: Ordered) => sameCycle && subscription.items.some((item) => isSame(item, one));
  const added = order.filter((one) => !had(one));
  const remaining = order.filter(had);
  const stays = ({ price, quantity }: { price: { id: string }; quantity: number }) =>
    remaining.some((one) => one.price.id === price.id && one.quantity === quantity);
  const leaving = billing.paid.filter((stretch) => !stays(lineOfStretch(context, stretch)));
  const keptPaid = billing.paid.filter((stretch) => !leaving.includes(stretch));
  const keptLines = billing.nextBill.lines;
  const base: UpdatePlan = { order, period, lines: [], credits: [], when: 'never', keptPaid, keptLines };

  const place = placeOfSubscription(context, subscription);
  const full = added.map((one) => lineOf(one, place));
  const isNext = mode === 'prorated_next_billing_period' || mode === 'full_next_billing_period';
  // Another cycle from the next bill on has nothing to settle: what was paid is used up by then.
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

const isSame = (item: SubscriptionItem, { price, quantity }: Ordered): boolean =>
  item.price.id === price.id && item.quantity === quantity;

export function billingOf({ state }: Context, { id }: Subscription): Billing {
  const billing = state.billing[id];
  if (!billing) throw new Error(`The sandbox does not know how ${id} is paid.`);
  return billing;
}

function lineOfStretch({ state }: Context, { transactionId, itemId }: Pick<PaidStretch, 'transactionId' | 'itemId'>) {
  const transaction = state.transactions[transactionId];
  const line = transaction?.details.line_items.find(({ id }) => id === itemId);
  if (!transaction || !line) throw new Error(`Transaction ${transactionId} has no line ${itemId}.`);
  return { transaction, line, price: { id: line.price_id }, quantity: line.quantity };
}

/** What the unused time of a paid stretch gives back: never more than is left of it after refunds. */
function creditOf(context: Context, stretch: PaidStretch, at: Date): Credit | null {
  const { transaction, line } = lineOfStretch(context, stretch);
  const period = { starts_at: stretch.startsAt, ends_at: stretch.endsAt };
  const { unused } = split(toSum(line.totals), period, at);
  const left = leftOf(context, transaction, line);
  const total = Math.min(unused.total, left.total);
  if (total <= 0) return null;
  return {
    transactionId: stretch.transactionId,
    itemId: stretch.itemId,
    sum: partOf(left, total),
    proration: prorationOf(period, at),
  };
}

/** A line that was promised for the next bill and leaves before: only the time until now is charged. */
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

/** How credit of the change and the customer's balance pay a bill. */
export function creditFor(context: Context, subscription: Subscription, sum: Sum, credits: Credit[]): CreditUse {
  const balance = balanceOf(context, subscription.customer_id, subscription.currency_code);
  return useCredit(sum.total, creditTotal(credits), balance.available);
}

/** The next regular bill of a subscription: its items, and what updates have put on it. */
export function nextBillOf(context: Context, subscription: Subscription): { lines: BillLine[]; credits: Credit[] } {
  const { nextBill } = billingOf(context, subscription);
  const place = placeOfSubscription(context, subscription);
  const regular = subscription.items.map(({ price, quantity }) => lineOf({ price, quantity }, place));
  return { lines: [...regular, ...nextBill.lines], credits: nextBill.credits.flatMap((one) => capped(context, one)) };
}

/** A refund in the meantime leaves less to give back. */
function capped(context: Context, credit: Credit): Credit[] {
  const { transaction, line } = lineOfStretch(context, credit);
  const left = leftOf(context, transaction, line);
  const total = Math.min(credit.sum.total, left.total);
  return total > 0 ? [{ ...credit, sum: partOf(left, total) }] : [];
}

/** The items of a subscription after an order; those that stay keep their history. */
export function itemsFor(
  context: Context,
  subscription: Pick<Subscription, 'items'> | null,
  order: Ordered[],
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
