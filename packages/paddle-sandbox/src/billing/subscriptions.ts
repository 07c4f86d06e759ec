import type { Context } from '../context.ts';
import { addCycle } from '../money/proration.ts';
import { notFound } from '../paddle-error.ts';
import type { EventType, Period, Subscription, Transaction } from '../shapes.ts';
import { itemsFor } from './item-change-plan.ts';

export function selectSubscription({ state }: Context, id: string): Subscription {
  const subscription = state.subscriptions[id];
  if (!subscription) throw notFound(`Subscription ${id}`);
  return subscription;
}

/** Emits `subscription.updated`, after the more specific events of the change. */
export function emitUpdated(context: Context, subscription: Subscription, ...types: EventType[]): void {
  subscription.updated_at = context.now().toISOString();
  for (const type of types) context.emit(type, subscription);
  context.emit('subscription.updated', subscription);
}

/** Starts a subscription after the first payment of a transaction with recurring prices. */
export function startSubscription(
  context: Context,
  transaction: Transaction,
  { customerId, addressId, paymentMethodId, at }: SubscriptionStart,
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
    paid: paidPeriodsOf(transaction, period),
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

export interface SubscriptionStart {
  customerId: string;
  addressId: string;
  paymentMethodId: string;
  at: Date;
}

export const paidPeriodsOf = ({ id, details }: Transaction, period: Period) =>
  details.line_items.map((line) => ({
    transactionId: id,
    itemId: line.id,
    // Prorated lines have their own period. Other lines are for the full period.
    startsAt: line.proration?.billing_period.starts_at ?? period.starts_at,
    endsAt: line.proration?.billing_period.ends_at ?? period.ends_at,
  }));
