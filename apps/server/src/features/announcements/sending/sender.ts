import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { defineJob, type Jobs } from '#platform/jobs';
import { createOutbox } from '#platform/mail';
import type { SmtpServer } from '#platform/smtp';
import { createSmtpLine, type Outcome, type SmtpLine } from '#platform/smtp-line';
import type { WriteAnnouncement, WrittenAnnouncement } from '../announcement-letter.ts';
import type { Journal } from './journal.ts';
import {
  asTheSender,
  beginSending,
  type Claimed,
  claimMails,
  endSending,
  findNext,
  findUnsettled,
  hasWaiting,
  type NextAnnouncement,
  setTrouble,
  settle,
  settleLater,
  settleRefused,
} from './sender.store.ts';

/** Wakes a sender. What is to be sent stands in the tables. */
const announcementJob = defineJob<Record<string, never>>('announcement');

/** How many mails are on their way at once: as many lines to the mail server, and at most so many in doubt. */
const lineCount = 10;
/** How often at most a handful leaves, where the announcement is slow. */
const beatMs = 250;
const firstWaitMs = 2_000;
const longestWaitMs = 60_000;

interface Deps {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  journal: Journal;
  /** Null lays them into the outbox. */
  smtp: SmtpServer | null;
  write: WriteAnnouncement;
  warn: (problem: Record<string, unknown>) => void;
}

/**
 * Hands announcements over, one after another, on one node at a time. A row is claimed before its mail leaves and
 * settled when the server has answered; docs/decisions/0019 says what becomes of a claim whose process died.
 */
export function createSender(deps: Deps) {
  const { db, clock, jobs, journal, smtp } = deps;
  const stopping = new AbortController();
  const lines = smtp ? Array.from({ length: lineCount }, () => createSmtpLine(smtp)) : [];
  let running: Promise<void> | undefined;
  let isWanted = false;

  /** Waits, unless the server stops. */
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});

  async function run(): Promise<void> {
    await asTheSender(db, async (held) => {
      await settleLeftBehind(held, journal, clock.now());
      const resting: number[] = [];
      while (!stopping.signal.aborted) {
        const next = await findNext(held, resting, clock.now());
        if (!next) return;
        if (next.state === 'scheduled') {
          await held.transaction().execute((tx) => beginSending(tx, next.pk, next.segment, clock.now()));
        } else if ((await send(held, next)) === 'rests') resting.push(next.pk);
      }
    });
  }

  /** Until it is done or paused, or until all that is left of it waits for another try. */
  async function send(held: Db, next: NextAnnouncement): Promise<'over' | 'rests'> {
    const letter = await written(held, next);
    if (!letter) return 'rests';
    let waitMs = firstWaitMs;
    while (!stopping.signal.aborted) {
      const most = Math.max(1, Math.min(lineCount, Math.floor((next.per_minute * beatMs) / 60_000)));
      const begun = performance.now();
      const { handed, passed, broken } = smtp
        ? await handOver(held, next, letter, most)
        : await layOut(held, next, letter, most);
      if (handed === 0 && passed === 0) return finish(held, next);
      await setTrouble(held, next.pk, broken);
      if (broken) {
        deps.warn({ announcement: next.pk, reason: broken });
        await pause(waitMs);
        waitMs = Math.min(longestWaitMs, waitMs * 2);
      } else {
        waitMs = firstWaitMs;
        await pause(Math.max(0, (handed * 60_000) / next.per_minute - (performance.now() - begun)));
      }
    }
    return 'over';
  }

  /** Undefined where it cannot be written now: others need not wait for it, and its superuser reads why. */
  async function written(held: Db, next: NextAnnouncement): Promise<WrittenAnnouncement | undefined> {
    try {
      return await deps.write(next);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await setTrouble(held, next.pk, error.message);
      deps.warn({ announcement: next.pk, reason: error.message });
      return undefined;
    }
  }

  /** Nothing could be claimed: it is done, or was paused, or what is left waits until the sweep looks again. */
  async function finish(held: Db, { pk }: NextAnnouncement): Promise<'over' | 'rests'> {
    if (await hasWaiting(held, pk)) return 'rests';
    await held.transaction().execute(async (tx) => {
      if (await endSending(tx, pk, clock.now())) {
        await audit(tx, { actor: null, action: 'announcement.done', subject: `announcement:${pk}` });
      }
    });
    return 'over';
  }

  /** One handful over SMTP. */
  async function handOver(held: Db, { pk }: NextAnnouncement, letter: WrittenAnnouncement, most: number) {
    const claim = randomUUID();
    journal.begin(claim);
    const { claimed, passed } = await held
      .transaction()
      .execute((tx) => claimMails(tx, { pk, claim, most, now: clock.now() }));
    const outcomes = await Promise.all(
      claimed.map(async (one, index) => ({ one, outcome: await handOne(lines[index], pk, one, letter) })),
    );
    await held.transaction().execute((tx) => note(tx, pk, outcomes, clock.now()));
    const broken = outcomes.find(({ outcome }) => outcome.kind === 'broken' || outcome.kind === 'doubtful')?.outcome;
    return { handed: claimed.length, passed, broken: broken && 'reason' in broken ? broken.reason : null };
  }

  async function handOne(
    line: SmtpLine | undefined,
    pk: number,
    one: Claimed,
    letter: WrittenAnnouncement,
  ): Promise<Outcome> {
    if (!line) return { kind: 'broken', reason: 'There are more mails than lines.' };
    return line.handOver(letter.to(pk, one), {
      before: () => journal.leaving(one.user),
      after: () => journal.left(one.user),
    });
  }

  /** One handful into the outbox: its mails are there when its rows say so, and not before. */
  async function layOut(held: Db, { pk }: NextAnnouncement, letter: WrittenAnnouncement, most: number) {
    return held.transaction().execute(async (tx) => {
      const { claimed, passed } = await claimMails(tx, { pk, claim: randomUUID(), most, now: clock.now() });
      const outbox = createOutbox(tx);
      for (const one of claimed) await outbox.deliver(letter.to(pk, one));
      const users = claimed.map(({ user }) => user);
      await settle(tx, pk, users, { state: 'sent', at: clock.now() });
      return { handed: claimed.length, passed, broken: null };
    });
  }

  /** Begins to run. A run that goes on already looks once more when it is done. */
  function wake(): void {
    isWanted = true;
    running ??= runWhileWanted().finally(() => {
      running = undefined;
    });
  }

  async function runWhileWanted(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      await run().catch((error: Error) => deps.warn({ reason: error.message }));
    }
  }

  // Nobody waits for the run: it takes longer than a job may.
  jobs.handle(announcementJob, async () => wake());

  return {
    queue: (tx: Tx) => jobs.send(tx, announcementJob, {}),
    /** Takes up what another node has left, and those whose time has come. */
    sweep: async () => wake(),
    /** Lets the handful that is on its way arrive. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      for (const line of lines) line.close();
      journal.close();
    },
  };
}

/** Decides on mails that a process had claimed when it died, by what its journal says of their last byte. */
async function settleLeftBehind(held: Db, journal: Journal, now: Date): Promise<void> {
  const reason = 'The server was stopped while this mail was handed over.';
  for (const { announcement_pk, user_pk, claim } of await findUnsettled(held)) {
    const trace = journal.traceOf(claim, user_pk);
    const outcome = {
      handed: { state: 'sent', at: now },
      'not-handed': { state: 'waiting', claim: null },
      unknown: { state: 'doubtful', at: now, reason },
    } as const;
    await settle(held, announcement_pk, [user_pk], outcome[trace]);
  }
}

async function note(tx: Tx, pk: number, outcomes: { one: Claimed; outcome: Outcome }[], now: Date): Promise<void> {
  const usersOf = (kind: Outcome['kind']) =>
    outcomes.filter(({ outcome }) => outcome.kind === kind).map(({ one }) => one.user);
  await settle(tx, pk, usersOf('sent'), { state: 'sent', at: now, reason: null });
  await settle(tx, pk, usersOf('broken'), { state: 'waiting', claim: null });
  for (const { one, outcome } of outcomes) {
    if (outcome.kind === 'refused') await settleRefused(tx, pk, one, outcome.reason, now);
    if (outcome.kind === 'later') await settleLater(tx, pk, one, outcome.reason, now);
    if (outcome.kind === 'doubtful') {
      await settle(tx, pk, [one.user], { state: 'doubtful', at: now, reason: outcome.reason });
    }
  }
}
