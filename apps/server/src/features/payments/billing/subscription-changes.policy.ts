import { AppError } from '#platform/errors';
import type { SubscriptionFacts } from '../ledger/entitlement.policy.ts';
import type { OwnSubscriptionRow } from './own-subscription.read-model.ts';

/**
 * Whether a subscription can have another price now. Paddle would refuse what is refused here, in words for programs.
 * @throws AppError conflict, already_done
 */
export function mayChange({ priceId, facts: { status, endsBy } }: OwnSubscriptionRow, newPriceId: string): void {
  if (status === 'canceled') throw first('It has ended. Choose a plan to begin a new one.');
  if (status === 'past_due') throw first('The last payment has failed. Give another card first.');
  if (status === 'paused') throw first('It is paused. Resume it first.');
  if (endsBy) throw first('It is going to end. Take the cancellation back first.');
  if (priceId === newPriceId) throw new AppError('already_done', 'You have this plan already.');
}

const first = (what: string) => new AppError('conflict', `The subscription cannot be changed now. ${what}`);

/** When a cancellation ends a subscription. Where nothing is paid any more, there is no period to wait for. */
export const endsFrom = (status: SubscriptionFacts['status']): 'immediately' | 'next_billing_period' =>
  status === 'past_due' || status === 'paused' ? 'immediately' : 'next_billing_period';
