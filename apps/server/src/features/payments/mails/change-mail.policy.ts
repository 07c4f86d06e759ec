/** State of a subscription whose changes are worth a mail. */
export interface SubscriptionState {
  id: string;
  status: 'active' | 'trialing' | 'past_due' | 'paused' | 'canceled';
  change_action: 'cancel' | 'pause' | 'resume' | null;
  occurred_at: Date;
  event_id: string;
}

/** Older payments and changes are not mailed. */
export const maxMailAgeDays = 3;

/** Returns the kind of mail that the difference between two states of a subscription needs, or null for none. */
export function mailForChange(
  before: SubscriptionState | undefined,
  after: SubscriptionState,
  now: Date,
): 'cancellation' | 'resumption' | null {
  if (after.occurred_at.getTime() < now.getTime() - maxMailAgeDays * 86_400_000) return null;
  const [was, is] = [isEnding(before), isEnding(after)];
  if (is && !was) return 'cancellation';
  return was && !is && after.status === 'active' ? 'resumption' : null;
}

const isEnding = (change: SubscriptionState | undefined): boolean =>
  change !== undefined && change.status !== 'canceled' && change.change_action === 'cancel';
