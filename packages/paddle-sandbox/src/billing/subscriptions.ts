import type { Context } from '../context.ts';
import { addCycle } from '../money/proration.ts';
import { notFound } from '../paddle-error.ts';
import type { EventType, Period, Subscription, Transaction } from '../shapes.ts';
import { itemsFor } from './plan-update.ts';

export function selectSubscription({ state }: Context, id: string): Subscription {
  const subscription = state.subscriptions[id];
  if (!subscription) throw notFound(`Subscription ${id}`);
  return subscription;
}

/** Tells that a subscription has changed, and what it has become if that has an event of its own. */
export function tell(context: Context, subscription: Subscription, ...types: EventType[]): void {
  subscription.updated_at = context.now().toISOString();
  for (const type of types) context.emit(type, subscription);
  context.emit('subscription.updated', subscription);
}

/** The first payment of a transaction with recurring prices begins a subscription. */
export function beginSubscription(
  context: Context,
  transaction: Transaction,
  { customerId, addressId, paymentMethodId, at }: Begin,
): Subscription {
  const now = at.toISOString();
  const order = transaction.items.map(({ price, quantity }) => ({ price, quantity }));
  const [first] = order;
  if (!first) throw new Error(`Transaction ${transaction.id} has no items.`);
  const cycle = first.price.billing_cycle;
  const period: Period = { starts_at: now, ends_at: addCycle(at, cycle).toISOString() };
  const subscription: Subscription = {
    id: context.id('sub'),
    status: 'active',
    customer_id: customerId,
    address_id: addressId,
    business_id: null,
    currency_code: transaction.currency_code,
    created_at: now,
    updated_at: now,
    started_at: now,
    first_billed_at: now,
    next_billed_at: period.ends_at,
    paused_at: null,
    canceled_at: null,
    discount: null,
    collection_mode: 'automatic',
    billing_details: null,
    current_billing_period: period,
    billing_cycle: cycle,
    scheduled_change: null,
    items: itemsFor(context, null, order, { at, billedAt: now, nextAt: period.ends_at }),
    custom_data: transaction.custom_data,
    import_meta: null,
  };
  context.state.subscriptions[subscription.id] = subscription;
  context.state.billing[subscription.id] = {
    paymentMethodId,
    paid: stretchesOf(transaction, period),
    nextBill: { lines: [], credits: [] },
    dunning: null,
    failNextCharge: false,
  };
  transaction.subscription_id = subscription.id;
  transaction.billing_period = period;
  context.emit('subscription.created', { ...subscription, transaction_id: transaction.id });
  context.emit('subscription.activated', subscription);
  return subscription;
}

export interface Begin {
  customerId: string;
  addressId: string;
  paymentMethodId: string;
  at: Date;
}

export const stretchesOf = ({ id, details }: Transaction, period: Period) =>
  details.line_items.map((line) => ({
    transactionId: id,
    itemId: line.id,
    // A line for a part of the period says which; what else is on the bill is for all of it.
    startsAt: line.proration?.billing_period.starts_at ?? period.starts_at,
    endsAt: line.proration?.billing_period.ends_at ?? period.ends_at,
  }));
