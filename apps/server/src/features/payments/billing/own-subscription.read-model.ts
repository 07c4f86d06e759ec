import type { Duration } from '@hexpedition/contract';
import { periodTotal } from '#features/active-subscription/active-subscription.public';
import type { Db, Tx } from '#platform/db/db';
import type { SubscriptionFacts } from '../ledger/entitlement.policy.ts';
import { factsOf, findFailure, findRefund } from '../ledger/payments.read-model.ts';

export interface OwnSubscriptionRow {
  id: string;
  customerId: string;
  productId: string;
  priceId: string;
  billingCycle: Duration;
  quantity: number;
  discount: { endsAt: Date | null } | null;
  currency: string;
  amount: number;
  total: number | null;
  renewsAt: Date | null;
  /** Tier of its entitlement; null if it has never had one. */
  tier: number | null;
  card: { type: string; last4: string } | null;
  /** Whether the bill of the current period was canceled: Paddle does so if a subscription is paused while it is past due. */
  isPeriodUnpaid: boolean;
  facts: SubscriptionFacts;
}

/** Returns the account's current subscription, or its last one. */
export async function findOwnSubscription(db: Db | Tx, userPk: number): Promise<OwnSubscriptionRow | undefined> {
  const row = await db
    .selectFrom('paddle_customers')
    .innerJoin('subscriptions', 'subscriptions.customer_id', 'paddle_customers.customer_id')
    .leftJoin('entitlements', 'entitlements.subscription_id', 'subscriptions.id')
    .selectAll('subscriptions')
    .select(['entitlements.tier', periodTotal.as('total')])
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('payments')
            .whereRef('payments.subscription_id', '=', 'subscriptions.id')
            .whereRef('payments.period_starts_at', '=', 'subscriptions.period_starts_at')
            .where('payments.origin', '=', 'subscription_recurring')
            .where('payments.status', '=', 'canceled'),
        )
        .$castTo<boolean>()
        .as('is_period_unpaid'),
    )
    .where('paddle_customers.user_pk', '=', userPk)
    .orderBy((order) => order('subscriptions.status', '=', 'canceled'))
    .orderBy('subscriptions.started_at', 'desc')
    .orderBy('subscriptions.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    customerId: row.customer_id,
    productId: row.product_id,
    priceId: row.price_id,
    billingCycle: { interval: row.billing_interval, frequency: row.billing_frequency },
    quantity: row.quantity,
    discount: row.is_discounted ? { endsAt: row.discount_ends_at } : null,
    currency: row.currency,
    amount: Number(row.amount),
    total: row.total === null ? null : Number(row.total),
    renewsAt: row.next_billed_at,
    tier: row.tier,
    card: await findCard(db, row.id),
    isPeriodUnpaid: row.is_period_unpaid,
    facts: factsOf(row, { failedAt: await findFailure(db, row), refundedAt: await findRefund(db, row.id) }),
  };
}

/** Returns the card of the newest payment. */
export async function findCard(db: Db | Tx, subscriptionId: string): Promise<{ type: string; last4: string } | null> {
  const row = await db
    .selectFrom('payments')
    .select(['card_type', 'card_last4'])
    .where('subscription_id', '=', subscriptionId)
    .where('card_last4', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.card_type && row.card_last4 ? { type: row.card_type, last4: row.card_last4 } : null;
}
