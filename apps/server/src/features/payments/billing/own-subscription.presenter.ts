import { type OwnSubscription, tierNames } from '@hexpedition/contract';
import { entitlementPeriod } from '../ledger/entitlement.policy.ts';
import { type Plans, tierOfProduct } from '../plans.ts';
import type { OwnSubscriptionRow } from './own-subscription.read-model.ts';

export function presentOwnSubscription(row: OwnSubscriptionRow, plans: Plans): OwnSubscription {
  const { facts } = row;
  const { status, period } = facts;
  // If payments are switched off, there is no plan to take the tier from.
  const tier = tierOfProduct(plans, row.productId) ?? ((row.tier ?? 0) as OwnSubscription['tier']);
  return {
    id: row.id,
    plan: plans.find(({ productId }) => productId === row.productId)?.name ?? null,
    name: tierNames[tier],
    tier,
    cycle: row.cycle,
    price_id: row.priceId,
    status,
    started_at: facts.startedAt.toISOString(),
    period_ends_at: iso(status === 'canceled' ? null : period?.endsAt),
    renews_at: iso(row.renewsAt),
    ends_at: iso(endOf(row)),
    grace_until: iso(status === 'past_due' ? entitlementPeriod(facts)?.endsAt : null),
    currency: row.currency,
    amount: row.amount,
    total: row.total,
    card: row.card,
  };
}

function endOf({ facts: { status, endsBy, pausedAt, canceledAt } }: OwnSubscriptionRow): Date | null {
  if (status === 'canceled') return canceledAt;
  return status === 'paused' ? pausedAt : endsBy;
}

const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;
