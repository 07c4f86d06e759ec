/** State of a subscription that decides its entitlement. */
export interface SubscriptionFacts {
  status: 'active' | 'trialing' | 'past_due' | 'paused' | 'canceled';
  startedAt: Date;
  /** Current billing period, paid or past due. */
  period: { startsAt: Date; endsAt: Date } | null;
  /** When the first charge of this period failed that is still open; null if none is known. */
  failedAt: Date | null;
  /** When a scheduled cancellation or pause takes effect. */
  endsBy: Date | null;
  pausedAt: Date | null;
  canceledAt: Date | null;
  /** When a payment of the present period was charged back or fully refunded; null if none was. */
  refundedAt: Date | null;
}

const DAY = 86_400_000;
/** Paddle charges a renewal when the period ends, and the event can be late. */
const LEEWAY_DAYS = 3;
/** Time for which access continues after a failed charge, so that the learner can add another card. */
const GRACE_DAYS = 14;

/** Returns the period in which a subscription lifts the tier, or null for none. Pure. */
export function entitlementPeriod(facts: SubscriptionFacts): { startsAt: Date; endsAt: Date } | null {
  const end = endOf(facts);
  if (!end) return null;
  const endsAt = facts.refundedAt && facts.refundedAt < end ? facts.refundedAt : end;
  return endsAt > facts.startedAt ? { startsAt: facts.startedAt, endsAt } : null;
}

function endOf({ status, period, failedAt, endsBy, pausedAt, canceledAt }: SubscriptionFacts): Date | null {
  switch (status) {
    case 'active':
    case 'trialing':
      return endsBy ?? (period && later(period.endsAt, LEEWAY_DAYS));
    case 'past_due':
      return period && later(failedAt ?? period.startsAt, GRACE_DAYS);
    case 'paused':
      return pausedAt;
    case 'canceled':
      return canceledAt;
  }
}

const later = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY);
