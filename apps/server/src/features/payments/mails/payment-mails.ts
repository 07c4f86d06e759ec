import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { defineJob, type Jobs } from '#platform/jobs';
import { type Change, toldOf } from './change-mail.policy.ts';
import { insertEnds, insertMail, insertOfPayments, insertReminders } from './payment-mails.store.ts';

/** A mail about money: the pk of its row. What it says is looked up when it is sent. */
export const paymentMailJob = defineJob<{ mail: number }>('payment-mail');

interface Deps {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  /** Up to which tier everything is open to everybody, so that nothing closes for anybody. */
  freeTier: number;
  /** Whether subscriptions are told of: without payments nothing is known of their renewal. */
  sells: boolean;
}

/**
 * Owes the mails about money, each once: its row is unique, and is written in the transaction of what it reports. What
 * happened more than three days ago is no news, such as when the ledger of another server is taken over.
 */
export function createPaymentMails({ db, clock, jobs, freeTier, sells }: Deps) {
  const queue = async (tx: Tx, mails: number[]) => {
    for (const mail of mails) await jobs.send(tx, paymentMailJob, { mail });
  };
  return {
    /** Tells of the payments of a subscription that arrived, and of one that the card refused. */
    async tellOfPayments(tx: Tx, subscriptionId: string): Promise<void> {
      await queue(tx, await insertOfPayments(tx, subscriptionId, clock.now()));
    },

    /** Tells that a subscription was canceled, or that this was taken back. */
    async tellOfChange(tx: Tx, before: Change | undefined, after: Change | undefined): Promise<void> {
      const kind = after && toldOf(before, after, clock.now());
      if (kind) await queue(tx, await insertMail(tx, kind, after, clock.now()));
    },

    /** Reminds of renewals that come soon, and tells of access that has ended. */
    async sweep(): Promise<void> {
      const now = clock.now();
      await db.transaction().execute(async (tx) => {
        if (sells) await queue(tx, await insertReminders(tx, now));
        await queue(tx, await insertEnds(tx, freeTier, now));
      });
    },
  };
}

export type PaymentMails = ReturnType<typeof createPaymentMails>;
