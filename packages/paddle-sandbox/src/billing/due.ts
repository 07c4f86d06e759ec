import type { Context } from '../context.ts';
import type { Subscription } from '../shapes.ts';
import { approveAdjustment } from './adjustments.ts';
import { renew, retryCharge } from './charges.ts';
import { cancelAt, pauseAt, resumeAt } from './ends-and-pauses.ts';
import { billingOf } from './plan-update.ts';

const day = 24 * 60 * 60 * 1_000;
/** Days after the first failure on which the charge is tried again, and the day on which Paddle gives up. */
export const retryDays = [3, 5, 7];
export const giveUpDay = 30;

interface Due {
  at: Date;
  act: () => void;
}

/** The next thing that will happen to a subscription by itself. */
export function nextDue(context: Context, subscription: Subscription): Due | null {
  const { scheduled_change: change, next_billed_at, status } = subscription;
  if (status === 'canceled') return null;
  const { dunning } = billingOf(context, subscription);
  const dues: Due[] = [];
  const on = (at: Date, act: () => void) => dues.push({ at, act });
  if (change) {
    const at = new Date(change.effective_at);
    if (change.action === 'cancel') on(at, () => cancelAt(context, subscription, at));
    if (change.action === 'pause') on(at, () => pauseAt(context, subscription, at, change.resume_at));
    if (change.action === 'resume') on(at, () => resumeAt(context, subscription, at));
  }
  if (dunning) {
    const days = retryDays[dunning.retries] ?? giveUpDay;
    const at = new Date(Date.parse(dunning.since) + days * day);
    on(at, () => (days === giveUpDay ? cancelAt(context, subscription, at) : retryCharge(context, subscription, at)));
  } else if (status === 'active' && next_billed_at) {
    const at = new Date(next_billed_at);
    on(at, () => renew(context, subscription, at));
  }
  // What was scheduled wins over a renewal at the same moment.
  return dues.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null;
}

/** Paddle looks at refunds; in its sandbox that takes ten minutes. */
const refundMinutes = 10;

function approveRefunds(context: Context): number {
  const before = context.now().getTime() - refundMinutes * 60_000;
  const ripe = Object.values(context.state.adjustments).filter(
    ({ status, created_at }) => status === 'pending_approval' && Date.parse(created_at) <= before,
  );
  for (const adjustment of ripe) approveAdjustment(context, adjustment);
  return ripe.length;
}

/** Does all that is due by now, in the order in which it was due. @returns how much that was */
export function runDue(context: Context): number {
  const now = context.now().getTime();
  let done = approveRefunds(context);
  const dues = new Map<Subscription, Due | null>();
  for (const one of Object.values(context.state.subscriptions)) dues.set(one, nextDue(context, one));
  for (;;) {
    let first: [Subscription, Due] | null = null;
    for (const [one, due] of dues) {
      const isDue = due !== null && due.at.getTime() <= now;
      if (isDue && (!first || due.at < first[1].at)) first = [one, due];
    }
    if (!first) return done;
    const [subscription, { act }] = first;
    act();
    dues.set(subscription, nextDue(context, subscription));
    done += 1;
  }
}
