import { sql } from 'kysely';

/** What has led to a payment that is for a whole period: not a part of one, after a change of the plan. */
const wholePeriods = sql`('web', 'api', 'subscription_recurring')`;

/**
 * What one period of a subscription costs, tax included, in the minor unit: as the newest payment of its price says, or
 * Paddle has said since. Null before either. Needs `subscriptions` in the query around it.
 */
export const periodTotal = sql<string | null>`(
  select said.total from (
    select payments.total, payments.created_at as at from payments
    where payments.subscription_id = subscriptions.id and payments.price_id = subscriptions.price_id
      and payments.origin in ${wholePeriods} and payments.status in ('paid', 'completed')
    union all
    select subscriptions.recurring_total, subscriptions.recurring_at
    where subscriptions.recurring_price_id = subscriptions.price_id
  ) as said order by said.at desc limit 1
)`;

/** As it comes out of the database, in a JSON of its own. */
export interface ActiveSubscription {
  tier: 1 | 2;
  /** Of one period, in the currency's minor unit. */
  total: number;
  currency: string;
}

/** The subscription that gives an account something now, the highest tier first. Needs `users` in the query around it. */
export const activeSubscription = sql<ActiveSubscription | null>`(
  select json_build_object(
    'tier', entitlements.tier, 'total', coalesce(${periodTotal}, subscriptions.amount), 'currency', subscriptions.currency
  )
  from entitlements join subscriptions on subscriptions.id = entitlements.subscription_id
  where entitlements.user_pk = users.pk and entitlements.starts_at <= now() and entitlements.ends_at > now()
  order by entitlements.tier desc limit 1
)`;
