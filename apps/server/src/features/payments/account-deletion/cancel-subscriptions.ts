import type { Subscription } from '@paddle/paddle-node-sdk';
import type { Db, Tx } from '#platform/db/db';
import { defineJob, type Jobs } from '#platform/jobs';
import type { Ledger } from '../ledger/ledger.service.ts';
import { subscriptionRead } from '../ledger/paddle-snapshots.ts';
import type { PaddleApi } from '../paddle/paddle-api.ts';
import { hasFailedWith } from '../paddle/paddle-error.ts';
import { endsFrom } from '../billing/subscription-changes.policy.ts';
import { findRenewing, readLivingOf } from './open-subscriptions.read-model.ts';

/** Long enough for any outage of Paddle, and for an operator to see in the log that it does not work. */
const patienceDays = 30;

/** A subscription whose buyer has asked for the deletion of the account: it ends with what is paid. */
const endJob = defineJob<{ subscription: string }>('subscription-end', patienceDays);
/** A subscription whose buyer is gone: it ends now. The job is all that still knows of it. */
const cancelJob = defineJob<{ subscription: string }>('subscription-cancel', patienceDays);

/**
 * What becomes of subscriptions when accounts go. Paddle is asked after the account's own transaction, and again until
 * it has answered, so that no outage of Paddle holds up anybody who wants to leave.
 */
export function createLeaving(jobs: Jobs) {
  const queue = (kind: typeof endJob) => async (tx: Tx, userPk: number) => {
    for (const subscription of await readLivingOf(tx, userPk)) await jobs.send(tx, kind, { subscription });
  };
  return {
    /** In the transaction in which the deletion is asked for. */
    onLeave: queue(endJob),
    /** In the transaction in which the account goes, before it does. */
    onDelete: queue(cancelJob),
  };
}

interface Till {
  api: PaddleApi;
  ledger: Pick<Ledger, 'take'>;
}

/** @param till null where payments are switched off: then what is to be canceled waits for them */
export function handleLeaving(jobs: Jobs, db: Db, till: Till | null): void {
  const open = (): Till => {
    if (!till) throw new Error('A subscription has to be canceled, and payments are switched off.');
    return till;
  };
  jobs.handle(endJob, async ({ subscription }) => {
    const renewing = await findRenewing(db, subscription);
    // Its buyer has come back, or has canceled already.
    if (!renewing) return;
    await cancel(open(), subscription, endsFrom(renewing.status));
  });
  jobs.handle(cancelJob, async ({ subscription }) => cancel(open(), subscription, 'immediately'));
}

/** Cancels a subscription, and knows of it before Paddle tells; fine where it has ended already. */
async function cancel(
  { api, ledger }: Till,
  id: string,
  effectiveFrom: 'immediately' | 'next_billing_period',
): Promise<void> {
  try {
    const canceled: Subscription = await api.change((paddle) => paddle.subscriptions.cancel(id, { effectiveFrom }));
    await ledger.take(subscriptionRead(canceled));
  } catch (error) {
    if (!hasFailedWith(error, 'not_found', 'subscription_is_canceled_action_invalid', ...endingAlready(effectiveFrom)))
      throw error;
  }
}

const endingAlready = (from: 'immediately' | 'next_billing_period'): string[] =>
  from === 'next_billing_period' ? ['subscription_locked_pending_changes'] : [];
