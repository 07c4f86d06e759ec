import type { Subscription } from '@paddle/paddle-node-sdk';
import type { Db, Tx } from '#platform/db/db';
import { defineJob, type Jobs } from '#platform/jobs';
import { cancellationEffectiveFrom } from '../billing/subscription-changes.policy.ts';
import type { Ledger } from '../ledger/ledger.service.ts';
import { subscriptionSnapshot } from '../ledger/paddle-snapshots.ts';
import type { PaddleApi } from '../paddle/paddle-api.ts';
import { hasFailedWith } from '../paddle/paddle-error.ts';
import { findRenewing, readOpenSubscriptionsOf } from './open-subscriptions.read-model.ts';

/** Longer than any outage of Paddle, and long enough for an operator to notice the failures in the log. */
const retryDays = 30;

/** Cancels at the end of the paid period: the account is scheduled for deletion. */
const cancelAtPeriodEndJob = defineJob<{ subscription: string }>('subscription-cancel-at-period-end', retryDays);
/** Cancels immediately: the account is deleted. Only the job still links the subscription to it. */
const cancelNowJob = defineJob<{ subscription: string }>('subscription-cancel-now', retryDays);

/**
 * Queues the cancellation of an account's subscriptions when the account is deleted. A job calls Paddle after the
 * account's transaction and retries until Paddle answers, so that an outage of Paddle never delays a deletion.
 */
export function createSubscriptionCancellation(jobs: Jobs) {
  const queue = (kind: typeof cancelAtPeriodEndJob) => async (tx: Tx, userPk: number) => {
    for (const subscription of await readOpenSubscriptionsOf(tx, userPk)) await jobs.send(tx, kind, { subscription });
  };
  return {
    /** Call in the transaction that schedules the deletion. */
    onSchedule: queue(cancelAtPeriodEndJob),
    /** Call in the transaction that deletes the account, before the deletion. */
    onDelete: queue(cancelNowJob),
  };
}

interface PaymentGateway {
  api: PaddleApi;
  ledger: Pick<Ledger, 'applySnapshot'>;
}

/** @param gateway null if payments are switched off: the jobs then fail and are retried */
export function handleCancellationJobs(jobs: Jobs, db: Db, gateway: PaymentGateway | null): void {
  const requirePaymentGateway = (): PaymentGateway => {
    if (!gateway) throw new Error('Cannot cancel the subscription: payments are switched off.');
    return gateway;
  };
  jobs.handle(cancelAtPeriodEndJob, async ({ subscription }) => {
    const renewing = await findRenewing(db, subscription);
    // The learner kept the account, or has canceled the subscription.
    if (!renewing) return;
    await cancel(requirePaymentGateway(), subscription, cancellationEffectiveFrom(renewing.status));
  });
  jobs.handle(cancelNowJob, async ({ subscription }) => cancel(requirePaymentGateway(), subscription, 'immediately'));
}

/**
 * Cancels a subscription at Paddle and records the result in the ledger without waiting for the webhook. Does nothing
 * if Paddle does not know the subscription or it has already ended.
 */
async function cancel(
  { api, ledger }: PaymentGateway,
  id: string,
  effectiveFrom: 'immediately' | 'next_billing_period',
): Promise<void> {
  try {
    const canceled: Subscription = await api.change((paddle) => paddle.subscriptions.cancel(id, { effectiveFrom }));
    await ledger.applySnapshot(subscriptionSnapshot(canceled));
  } catch (error) {
    if (!hasFailedWith(error, 'not_found', 'subscription_is_canceled_action_invalid', ...alreadyEnding(effectiveFrom)))
      throw error;
  }
}

const alreadyEnding = (from: 'immediately' | 'next_billing_period'): string[] =>
  from === 'next_billing_period' ? ['subscription_locked_pending_changes'] : [];
