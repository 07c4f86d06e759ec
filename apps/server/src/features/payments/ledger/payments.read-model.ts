import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import type { Database } from '#platform/db/schema';
import type { SubscriptionFacts } from './entitlement.policy.ts';

/** Returns the id of the subscription that a payment belongs to. */
export async function findSubscriptionOfPayment(db: Db | Tx, paymentId: string): Promise<string | undefined> {
  const row = await db.selectFrom('payments').select('subscription_id').where('id', '=', paymentId).executeTakeFirst();
  return row?.subscription_id ?? undefined;
}

/** Returns the state that decides a subscription's entitlement, and its account; undefined before its first event. */
export async function findSubscription(
  db: Db | Tx,
  id: string,
): Promise<{ facts: SubscriptionFacts; productId: string; userPk: number | null } | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .leftJoin('paddle_customers', 'paddle_customers.customer_id', 'subscriptions.customer_id')
    .selectAll('subscriptions')
    .select('paddle_customers.user_pk')
    .where('subscriptions.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const facts = factsOf(row, { failedAt: await findFailure(db, row), refundedAt: await findRefund(db, id) });
  return { userPk: row.user_pk, productId: row.product_id, facts };
}

type SubscriptionRow = Selectable<Database['subscriptions']>;

export function factsOf(
  row: SubscriptionRow,
  payments: Pick<SubscriptionFacts, 'failedAt' | 'refundedAt'>,
): SubscriptionFacts {
  const { period_starts_at: startsAt, period_ends_at: endsAt, change_action: action } = row;
  return {
    status: row.status,
    startedAt: row.started_at,
    period: startsAt && endsAt ? { startsAt, endsAt } : null,
    endsBy: action === 'cancel' || action === 'pause' ? row.change_at : null,
    pausedAt: row.paused_at,
    canceledAt: row.canceled_at,
    ...payments,
  };
}

/** Returns the ids in a fixed order, so that callers lock them in the same order and cannot deadlock. */
export async function readSubscriptionIds(db: Db | Tx, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns when the first charge of the current period failed that is still past due, or null. It can be later than the
 * period's start: Paddle also charges changes and one-time items in the middle of a period.
 */
export async function findFailure(
  db: Db | Tx,
  { id, period_starts_at }: Pick<SubscriptionRow, 'id' | 'period_starts_at'>,
): Promise<Date | null> {
  if (!period_starts_at) return null;
  const row = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.min('billed_at').as('at'))
    .where('subscription_id', '=', id)
    .where('status', '=', 'past_due')
    .where('billed_at', '>=', period_starts_at)
    .executeTakeFirst();
  return row?.at ?? null;
}

/**
 * Returns when a payment of the present period was charged back, even in part, or refunded in full; null if none was.
 * After an upgrade, several payments pay for the same period: the newest one, and the earlier ones that it has credited.
 */
export async function findRefund(db: Db | Tx, subscriptionId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    with paid as (
      select id, paid, billed_at, period_starts_at, period_ends_at from payments
      where subscription_id = ${subscriptionId} and status in ('paid', 'completed') and paid > 0
    ),
    newest as (select * from paid order by billed_at desc nulls last, id desc limit 1),
    returned as (
      select
        min(adjustments.occurred_at) filter (where adjustments.action = 'chargeback') as charged_back_at,
        case when sum(adjustments.total) >= paid.paid then max(adjustments.occurred_at) end as refunded_at
      from newest
      join paid on paid.id = newest.id or paid.period_ends_at > coalesce(newest.period_starts_at, newest.billed_at)
      join adjustments on adjustments.payment_id = paid.id
        and adjustments.action in ('refund', 'chargeback') and adjustments.status = 'approved'
      group by paid.id, paid.paid
    )
    select min(least(charged_back_at, refunded_at)) as at from returned`.execute(db);
  return rows[0]?.at ?? null;
}

/** Maps each subscription id to its entitlement as JSON, for comparison. */
export async function readSubscriptionEntitlements(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('entitlements')
    .select(['subscription_id', 'user_pk', 'tier', 'starts_at', 'ends_at'])
    .where('subscription_id', 'is not', null)
    .execute();
  return new Map(
    rows.map(({ subscription_id, ...entitlement }) => [subscription_id ?? '', JSON.stringify(entitlement)]),
  );
}
