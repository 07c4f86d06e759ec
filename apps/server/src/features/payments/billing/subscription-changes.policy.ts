import type { Subscription, UpdateSubscriptionRequestBody } from '@paddle/paddle-node-sdk';
import { AppError } from '#platform/errors';
import type { SubscriptionFacts } from '../ledger/entitlement.policy.ts';
import type { OwnSubscriptionRow } from './own-subscription.read-model.ts';

/**
 * Checks that a subscription can change to another price. Paddle would reject the same cases, but with errors for
 * programs.
 * @throws AppError conflict, already_done
 */
export function assertChangeable(
  { priceId, facts: { status, endsBy, refundedAt } }: OwnSubscriptionRow,
  newPriceId: string,
): void {
  if (status === 'canceled') throw notNow('It has ended. Choose a plan to start a new one.');
  if (status === 'past_due') throw notNow('The last payment failed. Add another card first.');
  if (status === 'paused') throw notNow('It is paused. Resume it first.');
  if (endsBy) throw notNow('It is scheduled to end. Resume it first.');
  // Paddle would credit the refunded payment again.
  if (refundedAt) throw notNow('Its payment was refunded. Cancel it first, then choose a plan.');
  if (priceId === newPriceId) throw new AppError('already_done', 'You already have this plan.');
}

const notNow = (reason: string) => new AppError('conflict', `Your subscription cannot be changed now. ${reason}`);

/**
 * Returns whether a paused subscription resumes in a period that is paid. Paddle then charges at its end, and otherwise
 * a full new period at once.
 */
export const resumesPaidPeriod = (
  { facts: { period }, isPeriodUnpaid }: Pick<OwnSubscriptionRow, 'facts' | 'isPeriodUnpaid'>,
  now: Date,
): boolean => period !== null && period.endsAt > now && !isPeriodUnpaid;

/** Returns when a cancellation takes effect: at once if no paid period is left. */
export const cancellationEffectiveFrom = (
  status: SubscriptionFacts['status'],
): 'immediately' | 'next_billing_period' =>
  status === 'past_due' || status === 'paused' ? 'immediately' : 'next_billing_period';

interface ItemsState {
  items: { price: { id: string }; quantity: number }[];
  status: Subscription['status'];
}

/**
 * Replaces the plan among the items, and keeps the others. Paddle charges or credits the difference immediately, or, in
 * a trial, charges the new plan when the trial ends.
 * @throws AppError conflict if Paddle has another plan than we have stored
 */
export function itemsChange(
  { items, status }: ItemsState,
  from: string,
  to: string,
): Pick<UpdateSubscriptionRequestBody, 'items' | 'prorationBillingMode'> {
  if (!items.some(({ price }) => price.id === from)) {
    throw new AppError(
      'conflict',
      'Your subscription has changed at Paddle. Nothing has changed now. Reload this page.',
    );
  }
  return {
    items: items.map(({ price, quantity }) => ({ priceId: price.id === from ? to : price.id, quantity })),
    prorationBillingMode: status === 'trialing' ? 'do_not_bill' : 'prorated_immediately',
  };
}
