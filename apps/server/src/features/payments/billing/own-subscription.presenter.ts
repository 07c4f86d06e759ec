import { type Cycle, type Duration, type OwnSubscription, tierNames } from '@hexpedition/contract';
import { entitlementPeriod } from '../ledger/entitlement.policy.ts';
import { type Plans, tierOfProduct } from '../plans.ts';
import type { OwnSubscriptionRow } from './own-subscription.read-model.ts';
import { resumesPaidPeriod } from './subscription-changes.policy.ts';

const cycles: Partial<Record<Duration['interval'], Cycle>> = { month: 'monthly', year: 'yearly' };

export function presentOwnSubscription(row: OwnSubscriptionRow, plans: Plans, now: Date): OwnSubscription {
  const { facts, discount } = row;
  const { status, period } = facts;
  const { interval, frequency } = row.billingCycle;
  // If payments are switched off, there is no plan to take the tier from.
  const tier = tierOfProduct(plans, row.productId) ?? ((row.tier ?? 0) as OwnSubscription['tier']);
  return {
    id: row.id,
    plan: plans.find(({ productId }) => productId === row.productId)?.name ?? null,
    name: tierNames[tier],
    tier,
    cycle: frequency === 1 ? (cycles[interval] ?? null) : null,
    billing_cycle: row.billingCycle,
    quantity: row.quantity,
    price_id: row.priceId,
    status,
    started_at: facts.startedAt.toISOString(),
    period_ends_at: iso(status === 'canceled' || facts.refundedAt ? null : period?.endsAt),
    renews_at: iso(row.renewsAt),
    ends_at: iso(endOf(row)),
    grace_until: iso(status === 'past_due' ? entitlementPeriod(facts)?.endsAt : null),
    currency: row.currency,
    amount: row.amount,
    discount: discount && { ends_at: iso(discount.endsAt) },
    resume_charge: status === 'paused' ? (resumesPaidPeriod(row, now) ? 'at_period_end' : 'now') : null,
    total: row.total,
    card: row.card,
  };
}

function endOf({ facts: { status, endsBy, pausedAt, canceledAt } }: OwnSubscriptionRow): Date | null {
  if (status === 'canceled') return canceledAt;
  return status === 'paused' ? pausedAt : endsBy;
}

const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;
