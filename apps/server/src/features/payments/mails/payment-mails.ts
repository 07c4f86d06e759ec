import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { defineJob, type Jobs } from '#platform/jobs';
import { mailForChange, type SubscriptionState } from './change-mail.policy.ts';
import { insertChangeMail, insertEndMails, insertPaymentMails, insertReminders } from './payment-mails.store.ts';

/** Job to send one payment mail. Holds the pk of its row; the text is written when the job runs. */
export const paymentMailJob = defineJob<{ mail: number }>('payment-mail');

interface Deps {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  /** Reads the highest tier that is open to everyone. Access up to this tier never ends. */
  readFreeTier: () => Promise<number>;
  /** Whether payments are switched on. If not, we do not know whether subscriptions renew, and send no reminders. */
  paymentsEnabled: boolean;
}

/**
 * Queues the payment mails. Each mail is sent once: its row is unique and is inserted in the transaction of the event
 * that it reports. Events older than three days send none, for example when a ledger of another server is imported.
 */
export function createPaymentMails({ db, clock, jobs, readFreeTier, paymentsEnabled }: Deps) {
  const queue = async (tx: Tx, mails: number[]) => {
    for (const mail of mails) await jobs.send(tx, paymentMailJob, { mail });
  };
  return {
    /** Queues the receipts of a subscription, and the mail about a declined card. */
    async queuePaymentMails(tx: Tx, subscriptionId: string): Promise<void> {
      await queue(tx, await insertPaymentMails(tx, subscriptionId, clock.now()));
    },

    /** Queues the mail about a cancellation or a resumption. */
    async queueChangeMail(
      tx: Tx,
      before: SubscriptionState | undefined,
      after: SubscriptionState | undefined,
    ): Promise<void> {
      const kind = after && mailForChange(before, after, clock.now());
      if (kind) await queue(tx, await insertChangeMail(tx, kind, after, clock.now()));
    },

    /** Queues the reminders of upcoming renewals, and the mails about ended access. */
    async sweep(): Promise<void> {
      const now = clock.now();
      const freeTier = await readFreeTier();
      await db.transaction().execute(async (tx) => {
        if (paymentsEnabled) await queue(tx, await insertReminders(tx, now));
        await queue(tx, await insertEndMails(tx, freeTier, now));
      });
    },
  };
}

export type PaymentMails = ReturnType<typeof createPaymentMails>;
