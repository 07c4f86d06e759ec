/** What is known of a subscription, as far as it decides what it gives. */
export interface SubscriptionFacts {
  status: 'active' | 'trialing' | 'past_due' | 'paused' | 'canceled';
  startedAt: Date;
  /** The period that was paid, or that could not be charged. */
  period: { startsAt: Date; endsAt: Date } | null;
  /** Ends or pauses by itself at that time. */
  endsBy: Date | null;
  pausedAt: Date | null;
  canceledAt: Date | null;
  /** When all the money of the newest payment had gone back; null while it has not. */
  refundedAt: Date | null;
}

const DAY = 86_400_000;
/** A renewal is charged when the period ends, and its event may be late or lost for a while. */
const LEEWAY_DAYS = 3;
/** How long somebody whose card failed keeps what they had, to set it right. */
const GRACE_DAYS = 14;

/** From when until when a subscription lifts the tier; null where it gives nothing. A pure function of what is known. */
export function entitledBy(facts: SubscriptionFacts): { startsAt: Date; endsAt: Date } | null {
  const end = endOf(facts);
  if (!end) return null;
  const endsAt = facts.refundedAt && facts.refundedAt < end ? facts.refundedAt : end;
  return endsAt > facts.startedAt ? { startsAt: facts.startedAt, endsAt } : null;
}

function endOf({ status, period, endsBy, pausedAt, canceledAt }: SubscriptionFacts): Date | null {
  switch (status) {
    case 'active':
    case 'trialing':
      return endsBy ?? (period && later(period.endsAt, LEEWAY_DAYS));
    case 'past_due':
      return period && later(period.startsAt, GRACE_DAYS);
    case 'paused':
      return pausedAt;
    case 'canceled':
      return canceledAt;
  }
}

const later = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY);
