/** What an event can change of a subscription that its buyer is told of. */
export interface Change {
  id: string;
  status: 'active' | 'trialing' | 'past_due' | 'paused' | 'canceled';
  change_action: 'cancel' | 'pause' | 'resume' | null;
  occurred_at: Date;
  event_id: string;
}

/** What happened longer ago than this is no news. */
export const newsDays = 3;

/** What the difference between two states of a subscription is worth a mail for; null for nothing. */
export function toldOf(before: Change | undefined, after: Change, now: Date): 'cancellation' | 'resumption' | null {
  if (after.occurred_at.getTime() < now.getTime() - newsDays * 86_400_000) return null;
  const [was, is] = [isEnding(before), isEnding(after)];
  if (is && !was) return 'cancellation';
  return was && !is && after.status === 'active' ? 'resumption' : null;
}

const isEnding = (change: Change | undefined): boolean =>
  change !== undefined && change.status !== 'canceled' && change.change_action === 'cancel';
