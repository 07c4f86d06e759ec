import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import { isDatabaseUnavailable } from '#platform/db/database-errors';
import type { DatabaseStatus } from '#platform/db/database-status';
import type { Db, Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { defineJob, type Jobs } from '#platform/jobs';
import { createOutbox } from '#platform/mail';
import type { SmtpServer } from '#platform/smtp';
import { createSmtpConnection, type DeliveryOutcome, type SmtpConnection } from '#platform/smtp-connection';
import type { RenderAnnouncement, RenderedAnnouncement } from '../announcement-mail.ts';
import type { Journal, Mark } from './delivery-journal.ts';
import {
  beginSending,
  type Claim,
  type Claimed,
  claimMails,
  endSending,
  findNext,
  findOrphans,
  type NextAnnouncement,
  requeue,
  setProblem,
  settleDeferred,
  settleOrphan,
  settleRefused,
  updateMails,
  withSenderLock,
} from './sender.store.ts';

/** Wakes a sender. The tables contain the mails to send. */
const announcementJob = defineJob<Record<string, never>>('announcement');

/** Connections to the mail server. This is also the maximum number of mails that one crash can leave doubtful. */
const maxConnections = 10;
/** Minimum time between two batches of a slow announcement. */
const batchIntervalMs = 250;
const firstWaitMs = 2_000;
const maxWaitMs = 60_000;
/** After this many batches without a failure, the concurrency increases by one connection. */
const batchesBeforeIncrease = 20;

interface Deps {
  db: Db;
  databaseStatus: DatabaseStatus;
  clock: Clock;
  jobs: Jobs;
  journal: Journal;
  /** Null delivers to the outbox. */
  smtp: SmtpServer | null;
  renderAnnouncement: RenderAnnouncement;
  warn: (problem: Record<string, unknown>) => void;
  /**
   * How long a stopping server waits for the mail server's answers. The next start settles mails without an answer from the
   * journal.
   */
  stopMs?: number;
}

/**
 * Creates the sender of announcements. It sends one announcement after another, on one node at a time. A row is claimed
 * before its mail is sent and settled when the mail server has answered. docs/decisions/0019 describes how a claim is
 * settled whose process died.
 */
export function createSender(deps: Deps) {
  const { db, clock, jobs, journal, smtp, stopMs = 10_000 } = deps;
  const stopping = new AbortController();
  const connections = smtp ? Array.from({ length: maxConnections }, () => createSmtpConnection(smtp)) : [];
  let running: Promise<void> | undefined;
  let isRunRequested = false;

  /** Sleeps until the time is over or the server stops. */
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});

  async function run(): Promise<void> {
    await settleFromJournal(db, journal, clock.now());
    await withSenderLock(db, async (locked) => {
      await markOrphansDoubtful(locked, clock.now());
      const blocked: number[] = [];
      while (!stopping.signal.aborted) {
        const next = await findNext(locked, blocked, clock.now());
        if (!next) return;
        if (next.state === 'scheduled') {
          await locked.transaction().execute((tx) => beginSending(tx, next.pk, next.segment, clock.now()));
        } else if ((await send(locked, next)) === 'blocked') blocked.push(next.pk);
      }
    }).finally(closeConnections);
  }

  /** Sends an announcement until it is done or paused (`finished`), or until all remaining mails wait for a retry (`blocked`). */
  async function send(locked: Db, next: NextAnnouncement): Promise<'finished' | 'blocked'> {
    const announcement = await render(locked, next);
    if (!announcement) return 'blocked';
    const maxBatch = Math.max(1, Math.min(maxConnections, Math.floor((next.per_minute * batchIntervalMs) / 60_000)));
    let waitMs = firstWaitMs;
    let concurrency = maxBatch;
    let successfulBatches = 0;
    let after = 0;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const claim = { pk: next.pk, claim: randomUUID(), limit: concurrency, after };
      const batch = smtp
        ? await sendBatch(locked, claim, announcement)
        : await deliverToOutbox(locked, claim, announcement);
      if (batch.claimed === 0 && batch.excluded === 0) {
        if (after === 0) return finish(locked, next);
        // Start again from the first account, because mails before this one may be waiting again.
        after = 0;
        continue;
      }
      after = batch.last;
      // Some mails were answered, so the server is up. It accepts fewer connections, or one of the mails breaks them.
      if (batch.failure && batch.answered > 0) concurrency = Math.max(1, batch.answered);
      const isDown = batch.failure !== null && batch.answered === 0;
      await setProblem(locked, next.pk, isDown ? batch.failure : null);
      successfulBatches = batch.failure ? 0 : successfulBatches + 1;
      if (successfulBatches > batchesBeforeIncrease && concurrency < maxBatch) {
        concurrency += 1;
        successfulBatches = 0;
      }
      if (batch.failure) deps.warn({ announcement: next.pk, reason: batch.failure });
      if (isDown) {
        after = 0;
        await pause(waitMs);
        waitMs = Math.min(maxWaitMs, waitMs * 2);
      } else {
        waitMs = firstWaitMs;
        await pause(Math.max(0, (batch.claimed * 60_000) / next.per_minute - (performance.now() - startedAt)));
      }
    }
    return 'finished';
  }

  /** Returns undefined if the text cannot be rendered now. Superusers see the reason, and other announcements go first. */
  async function render(locked: Db, next: NextAnnouncement): Promise<RenderedAnnouncement | undefined> {
    try {
      return await deps.renderAnnouncement(next);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await setProblem(locked, next.pk, error.message);
      deps.warn({ announcement: next.pk, reason: error.message });
      return undefined;
    }
  }

  /** Called when no mail could be claimed: the announcement is done or paused, or its mails wait for the next sweep. */
  async function finish(locked: Db, { pk }: NextAnnouncement): Promise<'finished' | 'blocked'> {
    return locked.transaction().execute(async (tx) => {
      const result = await endSending(tx, pk, clock.now());
      if (result === 'done')
        await audit(tx, { actor: null, action: 'announcement.done', subject: `announcement:${pk}` });
      return result === 'waiting' ? 'blocked' : 'finished';
    });
  }

  /** Claims one batch and sends it over SMTP. */
  async function sendBatch(locked: Db, claim: Claim, announcement: RenderedAnnouncement): Promise<BatchResult> {
    journal.begin(claim.claim);
    const { claimed, excluded, last } = await locked.transaction().execute((tx) => claimMails(tx, claim, clock.now()));
    const { stopped, cancel } = stopDeadline(stopMs);
    const all = await Promise.all(
      claimed.map(async (recipient, index) => {
        const outcome = await Promise.race([sendMail(connections[index], claim.pk, recipient, announcement), stopped]);
        return { recipient, outcome };
      }),
    );
    cancel();
    const deliveries = all.filter((item): item is Delivery => item.outcome !== 'stopped');
    await locked.transaction().execute((tx) => recordOutcomes(tx, claim.pk, deliveries, clock.now()));
    const failed = deliveries.find(
      ({ outcome }) => outcome.kind === 'unavailable' || outcome.kind === 'doubtful',
    )?.outcome;
    return {
      claimed: claimed.length,
      excluded,
      last,
      answered: deliveries.filter(isAnswered).length,
      failure: failed && 'reason' in failed ? failed.reason : null,
    };
  }

  /** Sends one mail. Never rejects, because the outcomes of the other mails must be recorded. */
  async function sendMail(
    connection: SmtpConnection | undefined,
    pk: number,
    recipient: Claimed,
    announcement: RenderedAnnouncement,
  ): Promise<DeliveryOutcome> {
    if (!connection) return { kind: 'unavailable', reason: 'There are more mails than connections.' };
    try {
      const outcome = await connection.send(announcement.mailTo(pk, recipient), {
        before: () => journal.mark(recipient.user, 'leaving'),
        // Without this mark, the mail is doubtful if the process dies before the answer, which is correct.
        after: () => ignoreErrors(() => journal.mark(recipient.user, 'left')),
      });
      ignoreErrors(() => journal.mark(recipient.user, marks[outcome.kind]));
      return outcome;
    } catch (error) {
      return { kind: 'unavailable', reason: (error as Error).message };
    }
  }

  /** Claims one batch and stores its mails in the outbox, in one transaction. */
  async function deliverToOutbox(locked: Db, claim: Claim, announcement: RenderedAnnouncement): Promise<BatchResult> {
    return locked.transaction().execute(async (tx) => {
      const { claimed, excluded, last } = await claimMails(tx, claim, clock.now());
      const outbox = createOutbox(tx);
      for (const recipient of claimed) await outbox.deliver(announcement.mailTo(claim.pk, recipient));
      const users = claimed.map(({ user }) => user);
      await updateMails(tx, claim.pk, users, { state: 'sent', at: clock.now() });
      return { claimed: claimed.length, excluded, last, answered: claimed.length, failure: null };
    });
  }

  /** Returns a promise that resolves `ms` after the server begins to stop, and a function that cancels the timer. */
  function stopDeadline(ms: number) {
    let timer: NodeJS.Timeout | undefined;
    let cancel = () => {};
    const stopped = new Promise<'stopped'>((resolve) => {
      const begin = () => {
        timer = setTimeout(resolve, ms, 'stopped');
      };
      cancel = () => {
        clearTimeout(timer);
        stopping.signal.removeEventListener('abort', begin);
      };
      if (stopping.signal.aborted) begin();
      else stopping.signal.addEventListener('abort', begin);
    });
    return { stopped, cancel };
  }

  const closeConnections = () => {
    for (const connection of connections) connection.close();
  };

  /** Starts a run. During a run, it requests another run afterwards. */
  function wake(): void {
    isRunRequested = true;
    running ??= runWhileRequested().finally(() => {
      running = undefined;
    });
  }

  async function runWhileRequested(): Promise<void> {
    while (isRunRequested && !stopping.signal.aborted) {
      isRunRequested = false;
      await run().catch(async (error: Error) => {
        deps.warn({ reason: error.message });
        if (isDatabaseUnavailable(error)) await resumeAfterOutage();
      });
    }
  }

  /** The lock was lost with the connection. The next run takes it again and settles open claims from the journal. */
  async function resumeAfterOutage(): Promise<void> {
    await pause(batchIntervalMs);
    await deps.databaseStatus.whenUp(stopping.signal).catch(() => {});
    isRunRequested = true;
  }

  // The handler does not wait for the run, because a run takes longer than the time limit of a job.
  jobs.handle(announcementJob, async () => wake());

  return {
    queue: (tx: Tx) => jobs.send(tx, announcementJob, {}),
    /** Resumes announcements of other nodes and starts scheduled ones that are due. */
    sweep: async () => wake(),
    /** Stops after the current batch. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      journal.close();
    },
  };
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

interface Delivery {
  recipient: Claimed;
  outcome: DeliveryOutcome;
}

const isAnswered = ({ outcome }: Delivery) => outcome.kind !== 'unavailable' && outcome.kind !== 'doubtful';

/** Marks that the journal stores for an outcome until it is in the database. */
const marks = {
  sent: 'taken',
  refused: 'refused',
  deferred: 'refused',
  unavailable: 'refused',
  doubtful: 'unanswered',
} as const satisfies Record<DeliveryOutcome['kind'], Mark>;

/** Ignores errors of optional marks. Such a mark only reduces the number of doubtful mails. */
function ignoreErrors(write: () => void): void {
  try {
    write();
  } catch {}
}

/**
 * Settles unrecorded mails of the last claim in this data folder from the journal. This includes mails that another node
 * has marked doubtful, because that node does not have the journal. It needs no lock: the process that wrote the journal is
 * dead, or it is this process, which sends nothing now.
 */
async function settleFromJournal(db: Db, journal: Journal, now: Date): Promise<void> {
  const recorded = journal.read();
  if (!recorded) return;
  for (const { announcement_pk: pk, user_pk: user } of await findOrphans(db, recorded.claim)) {
    const mail = { pk, user, claim: recorded.claim };
    await db.transaction().execute((tx) => settleOrphan(tx, mail, recorded.resultOf(user), now));
  }
}

/** Marks claimed mails of dead processes that are not in this node's journal as doubtful. */
async function markOrphansDoubtful(locked: Db, now: Date): Promise<void> {
  for (const { announcement_pk: pk, user_pk: user, claim } of await findOrphans(locked, null)) {
    await locked.transaction().execute((tx) => settleOrphan(tx, { pk, user, claim }, 'unknown', now));
  }
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
    if (outcome.kind === 'doubtful') {
      await updateMails(tx, pk, [recipient.user], { state: 'doubtful', at: now, reason: outcome.reason });
    }
  }
}
