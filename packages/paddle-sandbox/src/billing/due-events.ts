import type { Context } from '../context.ts';
import type { Subscription } from '../shapes.ts';
import { approveAdjustment } from './adjustments.ts';
import { cancelAt, pauseAt, resumeAt } from './cancel-and-pause.ts';
import { renew, retryCharge } from './charges.ts';
import { billingOf } from './item-change-plan.ts';

const day = 24 * 60 * 60 * 1_000;
/** Days after the first failure on which a charge is retried, and the day on which the subscription is canceled. */
export const retryDays = [3, 5, 7];
export const giveUpDay = 30;

interface DueEvent {
  at: Date;
  run: () => void;
}

/** Returns the next automatic event of a subscription. */
export function nextDueEvent(context: Context, subscription: Subscription): DueEvent | null {
  const { scheduled_change: change, next_billed_at, status } = subscription;
  if (status === 'canceled') return null;
  const { dunning } = billingOf(context, subscription);
  const dues: DueEvent[] = [];
  const on = (at: Date, run: () => void) => dues.push({ at, run });
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
  // A scheduled change takes precedence over a renewal at the same time.
  return dues.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null;
}

/** Paddle reviews refunds. In its sandbox, that takes ten minutes. */
const refundMinutes = 10;

function approveRefunds(context: Context): number {
  const before = context.now().getTime() - refundMinutes * 60_000;
  const ripe = Object.values(context.state.adjustments).filter(
    ({ status, created_at }) => status === 'pending_approval' && Date.parse(created_at) <= before,
  );
  for (const adjustment of ripe) approveAdjustment(context, adjustment);
  return ripe.length;
}

/** Runs all due events in the order of their times. @returns their number */
export function runDueEvents(context: Context): number {
  const now = context.now().getTime();
  let done = approveRefunds(context);
  const dues = new Map<Subscription, DueEvent | null>();
  for (const one of Object.values(context.state.subscriptions)) dues.set(one, nextDueEvent(context, one));
  for (;;) {
    let first: [Subscription, DueEvent] | null = null;
    for (const [one, due] of dues) {
      const isDue = due !== null && due.at.getTime() <= now;
      if (isDue && (!first || due.at < first[1].at)) first = [one, due];
    }
    if (!first) return done;
    const [subscription, { run }] = first;
    run();
    dues.set(subscription, nextDueEvent(context, subscription));
    done += 1;
  }
}
