import { type Insertable, type Kysely, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import type { Database } from '#platform/db/schema';
import { type Plans, planItemOf } from '../plans.ts';
import type { AdjustmentData, Envelope, PaymentData, SubscriptionData } from './paddle-events.ts';

type EventKey = Pick<Envelope, 'event_id' | 'occurred_at'>;

/** Stores an event. @returns whether it is new: Paddle delivers some events more than once */
export async function insertEvent(tx: Tx, event: Envelope, body: string, now: Date): Promise<boolean> {
  const { event_id, event_type, occurred_at } = event;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paddle_events')
    .values({ event_id, event_type, occurred_at, received_at: now, body })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Locks and returns the oldest pending event that no other transaction has locked. */
export function lockNextPending(tx: Tx) {
  return tx
    .selectFrom('paddle_events')
    .select(['event_id', 'body'])
    .where('applied_at', 'is', null)
    .where('error', 'is', null)
    .orderBy('received_at')
    .orderBy('event_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Marks an event that cannot be read: it is no longer pending. The ledger keeps it for a version that can read it. */
export async function markFailed(tx: Tx, eventId: string, error: string): Promise<void> {
  await tx
    .updateTable('paddle_events')
    .set({ error: error.slice(0, 500) })
    .where('event_id', '=', eventId)
    .execute();
}

export async function markApplied(tx: Tx, eventId: string, now: Date): Promise<void> {
  await tx.updateTable('paddle_events').set({ applied_at: now }).where('event_id', '=', eventId).execute();
}

/** Returns events in the order in which they occurred, starting after `after`. */
export function readLedger(db: Db | Tx, after: EventKey | null, limit: number) {
  let query = db
    .selectFrom('paddle_events')
    .select(['event_id', 'occurred_at', 'body'])
    .orderBy('occurred_at')
    .orderBy('event_id')
    .limit(limit);
  if (after) query = query.where(sql<boolean>`(occurred_at, event_id) > (${after.occurred_at}, ${after.event_id})`);
  return query.execute();
}

/**
 * Compares the new row with the stored one. If two events occurred at the same time, the higher id is the later one. The
 * stored event itself counts as later, so that a replay applies rules that are newer than the row.
 */
const isLater = (table: 'subscriptions' | 'payments' | 'adjustments') =>
  sql<boolean>`(excluded.occurred_at, excluded.event_id) >= (${sql.ref(`${table}.occurred_at`)}, ${sql.ref(`${table}.event_id`)})`;

async function store<T extends 'subscriptions' | 'payments' | 'adjustments'>(
  tx: Tx,
  table: T,
  row: Insertable<Database[T]>,
) {
  await (tx as Kysely<Database>)
    .insertInto(table)
    .values(row as never)
    .onConflict((conflict) =>
      conflict
        .column('id' as never)
        .doUpdateSet(row as never)
        .where(isLater(table)),
    )
    .execute();
}

export async function storeSubscription(tx: Tx, data: SubscriptionData, event: EventKey, plans: Plans): Promise<void> {
  const item = planItemOf(plans, data.items);
  if (!item) return;
  const quantity = item.quantity ?? 1;
  await store(tx, 'subscriptions', {
    id: data.id,
    customer_id: data.customer_id,
    status: data.status,
    product_id: item.price.product_id,
    price_id: item.price.id,
    billing_interval: data.billing_cycle.interval,
    billing_frequency: data.billing_cycle.frequency,
    quantity,
    is_discounted: Boolean(data.discount),
    discount_ends_at: data.discount?.ends_at ?? null,
    currency: data.currency_code,
    amount: quantity * amountIn(data.currency_code, item.price),
    started_at: data.started_at ?? data.created_at,
    period_starts_at: data.current_billing_period?.starts_at ?? null,
    period_ends_at: data.current_billing_period?.ends_at ?? null,
    next_billed_at: data.next_billed_at ?? null,
    change_action: data.scheduled_change?.action ?? null,
    change_at: data.scheduled_change?.effective_at ?? null,
    paused_at: data.paused_at ?? null,
    canceled_at: data.canceled_at ?? null,
    occurred_at: event.occurred_at,
    event_id: event.event_id,
  });
  const recurring = data.recurring_transaction_details;
  if (recurring) await storeRecurring(tx, data.id, item.price.id, recurring.totals.total, event.occurred_at);
}

/**
 * Returns the amount of a price in the currency of the subscription. Paddle sends the base amount and an override for
 * each country with its own currency.
 */
function amountIn(
  currency: string,
  { unit_price, unit_price_overrides }: SubscriptionData['items'][number]['price'],
): number {
  const override = unit_price_overrides?.find((one) => one.unit_price.currency_code === currency);
  return (unit_price.currency_code === currency ? unit_price : (override?.unit_price ?? unit_price)).amount;
}

/** Stores the recurring total with its own time, because few events contain it. The newest one wins in any order. */
async function storeRecurring(tx: Tx, id: string, priceId: string, total: number, at: Date): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ recurring_price_id: priceId, recurring_total: total, recurring_at: at })
    .where('id', '=', id)
    .where((where) => where.or([where('recurring_at', 'is', null), where('recurring_at', '<=', at)]))
    .execute();
}

export async function storePayment(tx: Tx, data: PaymentData, event: EventKey, plans: Plans): Promise<void> {
  const { total, grand_total, tax } = data.details.totals;
  const card = data.payments?.find(({ status }) => status === 'captured')?.method_details?.card;
  await store(tx, 'payments', {
    id: data.id,
    customer_id: data.customer_id ?? null,
    subscription_id: data.subscription_id ?? null,
    status: data.status,
    currency: data.currency_code,
    total,
    paid: grand_total ?? total,
    tax: tax ?? null,
    origin: data.origin ?? null,
    card_type: card?.type ?? null,
    card_last4: card?.last4 ?? null,
    price_id: planItemOf(plans, data.items)?.price.id ?? null,
    invoice_number: data.invoice_number ?? null,
    billed_at: data.billed_at ?? null,
    period_starts_at: data.billing_period?.starts_at ?? null,
    period_ends_at: data.billing_period?.ends_at ?? null,
    created_at: data.created_at,
    occurred_at: event.occurred_at,
    event_id: event.event_id,
  });
}

export async function storeAdjustment(tx: Tx, data: AdjustmentData, event: EventKey): Promise<void> {
  await store(tx, 'adjustments', {
    id: data.id,
    payment_id: data.transaction_id,
    action: data.action,
    status: data.status,
    total: data.totals.total,
    occurred_at: event.occurred_at,
    event_id: event.event_id,
  });
}

export interface SubscriptionEntitlement {
  subscriptionId: string;
  userPk: number;
  tier: 1 | 2;
  startsAt: Date;
  endsAt: Date;
}

/**
 * Stores the entitlement of a subscription, or deletes it if `entitlement` is null.
 * @returns whether the entitlement has changed
 */
export async function storeEntitlement(
  tx: Tx,
  subscriptionId: string,
  entitlement: SubscriptionEntitlement | null,
): Promise<boolean> {
  if (!entitlement) {
    const { numDeletedRows } = await tx
      .deleteFrom('entitlements')
      .where('subscription_id', '=', subscriptionId)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }
  const { userPk, tier, startsAt, endsAt } = entitlement;
  const values = { user_pk: userPk, tier, starts_at: startsAt, ends_at: endsAt };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('entitlements')
    .values({ ...values, source: 'subscription', subscription_id: subscriptionId })
    .onConflict((conflict) =>
      conflict
        .column('subscription_id')
        .doUpdateSet(values)
        .where(sql<boolean>`
        (entitlements.user_pk, entitlements.tier, entitlements.starts_at, entitlements.ends_at)
        is distinct from (excluded.user_pk, excluded.tier, excluded.starts_at, excluded.ends_at)`),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
