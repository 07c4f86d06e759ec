import { AppError } from '#platform/errors';
import type { SubscriptionFacts } from '../ledger/entitlement.policy.ts';
import type { OwnSubscriptionRow } from './own-subscription.read-model.ts';

/**
 * Checks that a subscription can change to another price. Paddle would reject the same cases, but with errors for
 * programs.
 * @throws AppError conflict, already_done
 */
export function assertChangeable({ priceId, facts: { status, endsBy } }: OwnSubscriptionRow, newPriceId: string): void {
  if (status === 'canceled') throw notNow('It has ended. Choose a plan to start a new one.');
  if (status === 'past_due') throw notNow('The last payment failed. Add another card first.');
  if (status === 'paused') throw notNow('It is paused. Resume it first.');
  if (endsBy) throw notNow('It is scheduled to end. Resume it first.');
  if (priceId === newPriceId) throw new AppError('already_done', 'You already have this plan.');
}

const notNow = (reason: string) => new AppError('conflict', `Your subscription cannot be changed now. ${reason}`);

/** Returns when a cancellation takes effect: at once if no paid period is left. */
export const cancellationEffectiveFrom = (
  status: SubscriptionFacts['status'],
): 'immediately' | 'next_billing_period' =>
  status === 'past_due' || status === 'paused' ? 'immediately' : 'next_billing_period';
