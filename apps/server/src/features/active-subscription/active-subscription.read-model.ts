import { sql } from 'kysely';

/** Origins of payments for a whole period. A change of the plan charges only a part of one. */
const wholePeriods = sql`('web', 'api', 'subscription_recurring')`;

/**
 * SQL for the price of one period of a subscription, tax included, in the minor unit. Takes the newest of its last
 * payment at the current price and the recurring total from Paddle; null before either. Needs `subscriptions` in the
 * outer query.
 */
export const periodTotal = sql<string | null>`(
  select totals.total from (
    select payments.total, payments.created_at as at from payments
    where payments.subscription_id = subscriptions.id and payments.price_id = subscriptions.price_id
      and payments.origin in ${wholePeriods} and payments.status in ('paid', 'completed')
    union all
    select subscriptions.recurring_total, subscriptions.recurring_at
    where subscriptions.recurring_price_id = subscriptions.price_id
  ) as totals order by totals.at desc limit 1
)`;

/** The JSON object that `activeSubscription` selects. */
export type ActiveSubscription =
  | {
      source: 'subscription';
      tier: 1 | 2;
      /** Price of one period in the currency's minor unit. */
      total: number;
      currency: string;
    }
  | { source: 'voucher'; tier: 1 | 2 | 3; total: null; currency: null };

/**
 * SQL for what the account has now: its subscription with the highest tier, or else its voucher with the highest tier.
 * Needs `users` in the outer query.
 */
export const activeSubscription = sql<ActiveSubscription | null>`(
  select json_build_object(
    'source', entitlements.source, 'tier', entitlements.tier,
    'total', coalesce(${periodTotal}, subscriptions.amount), 'currency', subscriptions.currency
  )
  from entitlements left join subscriptions on subscriptions.id = entitlements.subscription_id
  where entitlements.user_pk = users.pk and entitlements.starts_at <= now() and entitlements.ends_at > now()
    and (subscriptions.id is not null or entitlements.source = 'voucher')
  order by subscriptions.id is null, entitlements.tier desc limit 1
)`;
