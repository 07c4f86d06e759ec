import type { Context } from '../context.ts';
import { refused } from '../paddle-error.ts';
import type { OnResume } from '../sandbox-state.ts';
import type { Subscription } from '../shapes.ts';
import { renew } from './charges.ts';
import { balanceOf } from './credit-balances.ts';
import { billingOf } from './item-change-plan.ts';
import { emitUpdated } from './subscriptions.ts';
import { setStatus } from './transactions.ts';

export type EffectiveFrom = 'immediately' | 'next_billing_period';

function requireChangeable(subscription: Subscription): void {
  if (subscription.status === 'canceled') {
    throw refused('subscription_is_canceled_action_invalid', 'The subscription is canceled.');
  }
}

function requireNothingScheduled(subscription: Subscription): void {
  if (subscription.scheduled_change) {
    throw refused('subscription_locked_pending_changes', 'cannot update subscription, pending scheduled changes');
  }
}

export function cancel(context: Context, subscription: Subscription, from: EffectiveFrom): void {
  requireChangeable(subscription);
  const period = subscription.current_billing_period;
  if (from === 'immediately' || !period || subscription.status === 'paused') {
    cancelAt(context, subscription, context.now());
    return;
  }
  requireNothingScheduled(subscription);
  schedule(context, subscription, { action: 'cancel', effective_at: period.ends_at, resume_at: null });
}

/** Options of a request to pause. */
export interface PauseOptions {
  /** Scheduled end of the pause (ISO 8601). */
  resumeAt?: string | null;
  onResume?: OnResume | undefined;
}

export function pause(
  context: Context,
  subscription: Subscription,
  from: EffectiveFrom,
  { resumeAt = null, onResume }: PauseOptions = {},
): void {
  requireChangeable(subscription);
  if (subscription.status !== 'active') {
    throw refused('subscription_cannot_be_paused', `A ${subscription.status} subscription can't be paused.`);
  }
  requireNothingScheduled(subscription);
  const period = subscription.current_billing_period;
  if (resumeAt && onResume === 'continue_existing_billing_period') requireRunningPeriod(subscription, resumeAt);
  const billing = billingOf(context, subscription);
  delete billing.onResume;
  if (onResume) billing.onResume = onResume;
  if (from === 'immediately' || !period) pauseAt(context, subscription, context.now(), resumeAt);
  else schedule(context, subscription, { action: 'pause', effective_at: period.ends_at, resume_at: resumeAt });
}

function requireRunningPeriod({ current_billing_period: period }: Subscription, at: string): void {
  const code = 'subscription_continuing_existing_billing_period_not_allowed';
  if (!period) throw refused(`${code}_no_billing_period`, 'Subscription has no current billing period.');
  if (period.ends_at <= at) throw refused(code, 'Subscription existing billing period has ended.');
}

function schedule(
  context: Context,
  subscription: Subscription,
  change: NonNullable<Subscription['scheduled_change']>,
): void {
  subscription.scheduled_change = change;
  subscription.next_billed_at = null;
  for (const item of subscription.items) item.next_billed_at = null;
  emitUpdated(context, subscription);
}

/** Removes a scheduled cancellation, pause or resumption. */
export function unschedule(context: Context, subscription: Subscription): void {
  if (!subscription.scheduled_change) return;
  subscription.scheduled_change = null;
  const next = subscription.status === 'paused' ? null : (subscription.current_billing_period?.ends_at ?? null);
  subscription.next_billed_at = next;
  for (const item of subscription.items) item.next_billed_at = next;
  emitUpdated(context, subscription);
}

/** Moves the next bill, and with it the end of the current period. */
export function rebill(context: Context, subscription: Subscription, at: Date): void {
  const period = subscription.current_billing_period;
  if (subscription.status !== 'active' || !period) {
    throw refused('subscription_not_active', `A ${subscription.status} subscription has no next bill.`);
  }
  if (at.getTime() < context.now().getTime() + 30 * 60_000) {
    throw refused('subscription_next_billed_at_too_soon', 'The next bill must be at least half an hour away.');
  }
  const next = at.toISOString();
  subscription.current_billing_period = { ...period, ends_at: next };
  subscription.next_billed_at = next;
  for (const item of subscription.items) item.next_billed_at = next;
  emitUpdated(context, subscription);
}

/** Cancels a subscription at a time: stops billing and cancels the open bill. */
export function cancelAt(context: Context, subscription: Subscription, at: Date): void {
  const billing = billingOf(context, subscription);
  const open = context.state.transactions[billing.dunning?.transactionId ?? ''];
  if (open) {
    // Returns the credit that the bill would have used.
    const balance = balanceOf(context, subscription.customer_id, subscription.currency_code);
    balance.available += Number(open.details.totals.credit);
    setStatus(context, open, 'canceled');
  }
  Object.assign(billing, { dunning: null, paid: [], nextBill: { lines: [], credits: [] } });
  stop(subscription, 'canceled');
  subscription.current_billing_period = null;
  subscription.canceled_at = at.toISOString();
  subscription.paused_at = null;
  emitUpdated(context, subscription, 'subscription.canceled');
}

export function pauseAt(context: Context, subscription: Subscription, at: Date, resumeAt: string | null): void {
  stop(subscription, 'paused');
  subscription.paused_at = at.toISOString();
  if (resumeAt) {
    subscription.scheduled_change = { action: 'resume', effective_at: resumeAt, resume_at: null };
  }
  emitUpdated(context, subscription, 'subscription.paused');
}

/** Stops billing. A paused subscription keeps its billing period, as at Paddle since December 2024. */
function stop(subscription: Subscription, status: 'canceled' | 'paused'): void {
  Object.assign(subscription, { status, next_billed_at: null, scheduled_change: null });
  for (const item of subscription.items) Object.assign(item, { status: 'inactive', next_billed_at: null });
}

/** Ends a pause immediately: continues the paid period without a charge, or starts and charges a new one. */
export function resumeAt(context: Context, subscription: Subscription, at: Date): void {
  const billing = billingOf(context, subscription);
  const isContinued = billing.onResume === 'continue_existing_billing_period';
  delete billing.onResume;
  if (isContinued) requireRunningPeriod(subscription, at.toISOString());
  subscription.status = 'active';
  subscription.paused_at = null;
  subscription.scheduled_change = null;
  for (const item of subscription.items) item.status = 'active';
  if (isContinued) {
    subscription.next_billed_at = subscription.current_billing_period?.ends_at ?? null;
    for (const item of subscription.items) item.next_billed_at = subscription.next_billed_at;
    emitUpdated(context, subscription);
  } else renew(context, subscription, at);
  context.emit('subscription.resumed', subscription);
}

/**
 * @param from end of the pause: `immediately` or a later time
 * @param onResume Paddle's default is a new period
 */
export function resume(
  context: Context,
  subscription: Subscription,
  from: 'immediately' | string,
  onResume: OnResume = 'start_new_billing_period',
): void {
  requireChangeable(subscription);
  if (subscription.status !== 'paused') {
    throw refused('subscription_must_be_paused', `A ${subscription.status} subscription can't be resumed.`);
  }
  const end = from === 'immediately' ? context.now().toISOString() : from;
  if (onResume === 'continue_existing_billing_period') requireRunningPeriod(subscription, end);
  billingOf(context, subscription).onResume = onResume;
  if (from === 'immediately') resumeAt(context, subscription, context.now());
  else schedule(context, subscription, { action: 'resume', effective_at: from, resume_at: null });
}
