import type { Clock } from '#platform/clock';
import { isDatabaseUnavailable } from '#platform/db/database-errors';
import type { DatabaseStatus } from '#platform/db/database-status';
import type { Db, Tx } from '#platform/db/db';
import { defineJob, type Jobs } from '#platform/jobs';
import type { SmtpServer } from '#platform/smtp';
import type { RenderAnnouncement } from '../announcement-mail.ts';
import { type CountMail, createOutboxBatches, createSmtpBatches } from './batch-sender.ts';
import type { Journal } from './delivery-journal.ts';
import { pause, sendAnnouncement } from './send-announcement.ts';
import { beginSending, findNext, findOrphans, settleOrphan, withSenderLock } from './sender.store.ts';

/** Wakes a sender. The tables contain the mails to send. */
const announcementJob = defineJob<Record<string, never>>('announcement');

/** Wait after a lost connection to the database. */
const outageDelayMs = 250;

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
  countMail?: CountMail | undefined;
  /** Maximum time that a stopping server waits for the mail server's answers. */
  stopMs?: number;
}

/**
 * Creates the sender of announcements. It sends one announcement after another, on one node at a time. A row is claimed
 * before its mail is sent and settled when the mail server has answered. docs/decisions/0019 describes how a claim is
 * settled whose process died.
 */
export function createSender(deps: Deps) {
  const { db, databaseStatus, clock, jobs, journal, smtp, renderAnnouncement, warn, stopMs = 10_000 } = deps;
  const { countMail = () => {} } = deps;
  const stopping = new AbortController();
  const batches = smtp
    ? createSmtpBatches({ clock, journal, smtp, countMail, stopping: stopping.signal, stopMs })
    : createOutboxBatches(clock, countMail);
  const announcementDeps = { clock, batches, renderAnnouncement, warn, stopping: stopping.signal };
  let running: Promise<void> | undefined;
  let isRunRequested = false;

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
        } else if ((await sendAnnouncement(announcementDeps, locked, next)) === 'blocked') blocked.push(next.pk);
      }
    }).finally(batches.close);
  }

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
        warn({ reason: error.message });
        if (isDatabaseUnavailable(error)) await resumeAfterOutage();
      });
    }
  }

  /** The lock was lost with the connection. The next run takes it again and settles open claims from the journal. */
  async function resumeAfterOutage(): Promise<void> {
    await pause(outageDelayMs, stopping.signal);
    await databaseStatus.whenUp(stopping.signal).catch(() => {});
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

/**
 * Settles unrecorded mails of the last claim in this data folder from the journal. This includes mails that another node
 * has marked unknown, because that node does not have the journal. It needs no lock: the process that wrote the journal is
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

/** Marks claimed mails of dead processes that are not in this node's journal as unknown. */
async function markOrphansDoubtful(locked: Db, now: Date): Promise<void> {
  for (const { announcement_pk: pk, user_pk: user, claim } of await findOrphans(locked, null)) {
    await locked.transaction().execute((tx) => settleOrphan(tx, { pk, user, claim }, 'unknown', now));
  }
}
