import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { createOutbox } from '#platform/mail';
import type { SmtpServer } from '#platform/smtp';
import { createSmtpConnection, type DeliveryOutcome, type SmtpConnection } from '#platform/smtp-connection';
import type { RenderedAnnouncement } from '../announcement-mail.ts';
import type { Journal, Mark } from './delivery-journal.ts';
import {
  type Claim,
  type ClaimedMail,
  claimMails,
  requeue,
  settleDeferred,
  settleRefused,
  updateMails,
} from './sender.store.ts';

/** Connections to the mail server. This is also the maximum number of mails whose delivery one crash can leave unknown. */
export const maxConnections = 10;

/** Claims and sends batches of mails. */
export interface BatchSender {
  /** @param locked connection that holds the sender's lock */
  send: (locked: Db, claim: Claim, announcement: RenderedAnnouncement) => Promise<BatchResult>;
  /** Closes open connections. The next batch opens them again. */
  close: () => void;
}

/** Result of one batch. */
interface BatchResult {
  claimed: number;
  /** Number of accounts that no longer get announcements. */
  excluded: number;
  /** Key of the last account; the next batch begins after it. */
  last: number;
  /** Number of mails that the server has answered. Above 0, the server is up. */
  answered: number;
  /** Reason of a failed connection. */
  failure: string | null;
}

/** Creates a batch sender without a mail server: it stores the mails of a batch in the outbox, in one transaction. */
export function createOutboxBatches(clock: Clock, countMail: CountMail): BatchSender {
  return {
    async send(locked, claim, announcement) {
      const result = await locked.transaction().execute(async (tx) => {
        const { claimed, excluded, last } = await claimMails(tx, claim, clock.now());
        const outbox = createOutbox(tx);
        for (const recipient of claimed) await outbox.deliver(announcement.mailTo(claim.pk, recipient));
        const users = claimed.map(({ user }) => user);
        await updateMails(tx, claim.pk, users, { state: 'stored', at: clock.now() });
        return { claimed: claimed.length, excluded, last, answered: claimed.length, failure: null };
      });
      for (let n = 0; n < result.claimed; n++) countMail('sent');
      return result;
    },
    close() {},
  };
}

/** Counts the result of one delivery. */
export type CountMail = (result: 'sent' | 'failed') => void;

interface SmtpDeps {
  clock: Clock;
  journal: Journal;
  smtp: SmtpServer;
  countMail: CountMail;
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal;
  /**
   * How long a stopping server waits for the mail server's answers. The next start settles mails without an answer from the
   * journal.
   */
  stopMs: number;
}

/** Creates a batch sender that sends each mail of a batch over its own connection. */
export function createSmtpBatches({ clock, journal, smtp, countMail, stopping, stopMs }: SmtpDeps): BatchSender {
  const connections = Array.from({ length: maxConnections }, () => createSmtpConnection(smtp));
  return {
    async send(locked, claim, announcement) {
      journal.begin(claim.claim);
      const { claimed, excluded, last } = await locked
        .transaction()
        .execute((tx) => claimMails(tx, claim, clock.now()));
      const { stopped, cancel } = stopDeadline(stopping, stopMs);
      const all = await Promise.all(
        claimed.map(async (recipient, index) => {
          const outcome = await Promise.race([
            sendMail(connections[index], journal, claim.pk, recipient, announcement),
            stopped,
          ]);
          return { recipient, outcome };
        }),
      );
      cancel();
      const deliveries = all.filter((item): item is Delivery => item.outcome !== 'stopped');
      await locked.transaction().execute((tx) => recordOutcomes(tx, claim.pk, deliveries, clock.now()));
      for (const { outcome } of deliveries) countMail(outcome.kind === 'sent' ? 'sent' : 'failed');
      const failed = deliveries.find(
        ({ outcome }) => outcome.kind === 'unavailable' || outcome.kind === 'unknown',
      )?.outcome;
      return {
        claimed: claimed.length,
        excluded,
        last,
        answered: deliveries.filter(isAnswered).length,
        failure: failed && 'reason' in failed ? failed.reason : null,
      };
    },
    close() {
      for (const connection of connections) connection.close();
    },
  };
}

/** Sends one mail. Never rejects, because the outcomes of the other mails must be recorded. */
async function sendMail(
  connection: SmtpConnection | undefined,
  journal: Journal,
  pk: number,
  recipient: ClaimedMail,
  announcement: RenderedAnnouncement,
): Promise<DeliveryOutcome> {
  if (!connection) return { kind: 'unavailable', reason: 'There are more mails than connections.' };
  try {
    const outcome = await connection.send(announcement.mailTo(pk, recipient), {
      before: () => journal.mark(recipient.user, 'leaving'),
      // Without this mark, the delivery is unknown if the process dies before the answer, which is correct.
      after: () => ignoreErrors(() => journal.mark(recipient.user, 'left')),
    });
    ignoreErrors(() => journal.mark(recipient.user, marks[outcome.kind]));
    return outcome;
  } catch (error) {
    return { kind: 'unavailable', reason: (error as Error).message };
  }
}

/** Returns a promise that resolves `ms` after `stopping` aborts, and a function that cancels the timer. */
function stopDeadline(stopping: AbortSignal, ms: number) {
  let timer: NodeJS.Timeout | undefined;
  let cancel = () => {};
  const stopped = new Promise<'stopped'>((resolve) => {
    const begin = () => {
      timer = setTimeout(resolve, ms, 'stopped');
    };
    cancel = () => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', begin);
    };
    if (stopping.aborted) begin();
    else stopping.addEventListener('abort', begin);
  });
  return { stopped, cancel };
}

interface Delivery {
  recipient: ClaimedMail;
  outcome: DeliveryOutcome;
}

const isAnswered = ({ outcome }: Delivery) => outcome.kind !== 'unavailable' && outcome.kind !== 'unknown';

/** Marks that the journal stores for an outcome until it is in the database. */
const marks = {
  sent: 'taken',
  refused: 'refused',
  deferred: 'refused',
  unavailable: 'refused',
  unknown: 'unanswered',
} as const satisfies Record<DeliveryOutcome['kind'], Mark>;

/** Ignores errors of optional marks. Such a mark only reduces the number of unknown deliveries. */
function ignoreErrors(write: () => void): void {
  try {
    write();
  } catch {}
}

async function recordOutcomes(tx: Tx, pk: number, deliveries: Delivery[], now: Date): Promise<void> {
  const usersOf = (kind: DeliveryOutcome['kind']) =>
    deliveries.filter(({ outcome }) => outcome.kind === kind).map(({ recipient }) => recipient.user);
  await updateMails(tx, pk, usersOf('sent'), { state: 'sent', at: now, reason: null });
  // If the server answers other mails, a mail that breaks its connection is delayed, so that it does not block them.
  await requeue(tx, pk, usersOf('unavailable'), deliveries.some(isAnswered) ? now : null);
  for (const { recipient, outcome } of deliveries) {
    if (outcome.kind === 'refused') await settleRefused(tx, pk, recipient, outcome.reason, now);
    if (outcome.kind === 'deferred') await settleDeferred(tx, pk, recipient, outcome.reason, now);
    if (outcome.kind === 'unknown') {
      await updateMails(tx, pk, [recipient.user], { state: 'unknown', at: now, reason: outcome.reason });
    }
  }
}
