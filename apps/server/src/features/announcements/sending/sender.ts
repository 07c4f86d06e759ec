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
import { createSmtpConnection, type Outcome, type SmtpConnection } from '#platform/smtp-connection';
import type { WriteAnnouncement, WrittenAnnouncement } from '../announcement-letter.ts';
import type { Journal, Mark } from './journal.ts';
import {
  asTheSender,
  beginSending,
  type Claim,
  type Claimed,
  claimMails,
  endSending,
  findLeftBehind,
  findNext,
  type NextAnnouncement,
  postpone,
  setTrouble,
  settle,
  settleLater,
  settleLeftBehind,
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
/** After so many handfuls without trouble one more line is tried, where the mail server had enough with fewer. */
const calmHandfuls = 20;

interface Deps {
  db: Db;
  databaseStatus: DatabaseStatus;
  clock: Clock;
  jobs: Jobs;
  journal: Journal;
  /** Null lays them into the outbox. */
  smtp: SmtpServer | null;
  write: WriteAnnouncement;
  warn: (problem: Record<string, unknown>) => void;
  /**
   * How long a server that stops waits for the answers about what is on its way. What has none by then is decided on by the
   * journal, at the next start.
   */
  stopMs?: number;
}

/**
 * Hands announcements over, one after another, on one node at a time. A row is claimed before its mail leaves and
 * settled when the server has answered; docs/decisions/0019 says what becomes of a claim whose process died.
 */
export function createSender(deps: Deps) {
  const { db, clock, jobs, journal, smtp, stopMs = 10_000 } = deps;
  const stopping = new AbortController();
  const lines = smtp ? Array.from({ length: lineCount }, () => createSmtpConnection(smtp)) : [];
  let running: Promise<void> | undefined;
  let isWanted = false;

  /** Waits, unless the server stops. */
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});

  async function run(): Promise<void> {
    await settleByJournal(db, journal, clock.now());
    await asTheSender(db, async (held) => {
      await doubtOthers(held, clock.now());
      const resting: number[] = [];
      while (!stopping.signal.aborted) {
        const next = await findNext(held, resting, clock.now());
        if (!next) return;
        if (next.state === 'scheduled') {
          await held.transaction().execute((tx) => beginSending(tx, next.pk, next.segment, clock.now()));
        } else if ((await send(held, next)) === 'rests') resting.push(next.pk);
      }
    }).finally(closeLines);
  }

  /** Until it is done or paused, or until all that is left of it waits for another try. */
  async function send(held: Db, next: NextAnnouncement): Promise<'over' | 'rests'> {
    const letter = await written(held, next);
    if (!letter) return 'rests';
    const atOnce = Math.max(1, Math.min(lineCount, Math.floor((next.per_minute * beatMs) / 60_000)));
    let waitMs = firstWaitMs;
    let width = atOnce;
    let calm = 0;
    let after = 0;
    while (!stopping.signal.aborted) {
      const begun = performance.now();
      const claim = { pk: next.pk, claim: randomUUID(), most: width, after };
      const done = smtp ? await handOver(held, claim, letter) : await layOut(held, claim, letter);
      if (done.claimed === 0 && done.passed === 0) {
        if (after === 0) return finish(held, next);
        // Those before it may wait again.
        after = 0;
        continue;
      }
      after = done.last;
      // It took some, so it is up: it wants fewer lines at a time, or one of the mails breaks them.
      if (done.broken && done.answered > 0) width = Math.max(1, done.answered);
      const isDown = done.broken !== null && done.answered === 0;
      await setTrouble(held, next.pk, isDown ? done.broken : null);
      calm = done.broken ? 0 : calm + 1;
      if (calm > calmHandfuls && width < atOnce) {
        width += 1;
        calm = 0;
      }
      if (done.broken) deps.warn({ announcement: next.pk, reason: done.broken });
      if (isDown) {
        after = 0;
        await pause(waitMs);
        waitMs = Math.min(longestWaitMs, waitMs * 2);
      } else {
        waitMs = firstWaitMs;
        await pause(Math.max(0, (done.claimed * 60_000) / next.per_minute - (performance.now() - begun)));
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
    return held.transaction().execute(async (tx) => {
      const ended = await endSending(tx, pk, clock.now());
      if (ended === 'done')
        await audit(tx, { actor: null, action: 'announcement.done', subject: `announcement:${pk}` });
      return ended === 'waits' ? 'rests' : 'over';
    });
  }

  /** One handful over SMTP. */
  async function handOver(held: Db, claim: Claim, letter: WrittenAnnouncement): Promise<Handful> {
    journal.begin(claim.claim);
    const { claimed, passed, last } = await held.transaction().execute((tx) => claimMails(tx, claim, clock.now()));
    const { isOver, end } = stopsIn(stopMs);
    const all = await Promise.all(
      claimed.map(async (one, index) => {
        const outcome = await Promise.race([handOne(lines[index], claim.pk, one, letter), isOver]);
        return { one, outcome };
      }),
    );
    end();
    const outcomes = all.filter((of): of is Heard => of.outcome !== 'stopped');
    await held.transaction().execute((tx) => note(tx, claim.pk, outcomes, clock.now()));
    const broken = outcomes.find(({ outcome }) => outcome.kind === 'broken' || outcome.kind === 'doubtful')?.outcome;
    return {
      claimed: claimed.length,
      passed,
      last,
      answered: outcomes.filter(isAnswered).length,
      broken: broken && 'reason' in broken ? broken.reason : null,
    };
  }

  /** Never rejects: what became of the others must be noted. */
  async function handOne(
    line: SmtpConnection | undefined,
    pk: number,
    one: Claimed,
    letter: WrittenAnnouncement,
  ): Promise<Outcome> {
    if (!line) return { kind: 'broken', reason: 'There are more mails than lines.' };
    try {
      const outcome = await line.handOver(letter.to(pk, one), {
        before: () => journal.mark(one.user, 'leaving'),
        // Without this mark it is in doubt if the process dies before the answer, which is true.
        after: () => attempt(() => journal.mark(one.user, 'left')),
      });
      attempt(() => journal.mark(one.user, marks[outcome.kind]));
      return outcome;
    } catch (error) {
      return { kind: 'broken', reason: (error as Error).message };
    }
  }

  /** One handful into the outbox: its mails are there when its rows say so, and not before. */
  async function layOut(held: Db, claim: Claim, letter: WrittenAnnouncement): Promise<Handful> {
    return held.transaction().execute(async (tx) => {
      const { claimed, passed, last } = await claimMails(tx, claim, clock.now());
      const outbox = createOutbox(tx);
      for (const one of claimed) await outbox.deliver(letter.to(claim.pk, one));
      const users = claimed.map(({ user }) => user);
      await settle(tx, claim.pk, users, { state: 'sent', at: clock.now() });
      return { claimed: claimed.length, passed, last, answered: claimed.length, broken: null };
    });
  }

  /** Ends so long after the server has begun to stop. */
  function stopsIn(ms: number) {
    let timer: NodeJS.Timeout | undefined;
    let end = () => {};
    const isOver = new Promise<'stopped'>((resolve) => {
      const begin = () => {
        timer = setTimeout(resolve, ms, 'stopped');
      };
      end = () => {
        clearTimeout(timer);
        stopping.signal.removeEventListener('abort', begin);
      };
      if (stopping.signal.aborted) begin();
      else stopping.signal.addEventListener('abort', begin);
    });
    return { isOver, end };
  }

  const closeLines = () => {
    for (const line of lines) line.close();
  };

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
      await run().catch(async (error: Error) => {
        deps.warn({ reason: error.message });
        if (isDatabaseUnavailable(error)) await resumeAfterOutage();
      });
    }
  }

  /** The lock went with the connection. The next run takes it again and settles open claims by the journal. */
  async function resumeAfterOutage(): Promise<void> {
    await pause(beatMs);
    await deps.databaseStatus.whenUp(stopping.signal).catch(() => {});
    isWanted = true;
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
      journal.close();
    },
  };
}

/** What one handful came to. */
interface Handful {
  claimed: number;
  /** Left out in passing. */
  passed: number;
  /** The account that the next handful begins behind. */
  last: number;
  /** Of how many the server has said what it does with them: then it is up. */
  answered: number;
  /** Why a line broke. */
  broken: string | null;
}

interface Heard {
  one: Claimed;
  outcome: Outcome;
}

const isAnswered = ({ outcome }: Heard) => outcome.kind !== 'broken' && outcome.kind !== 'doubtful';

/** What the journal keeps of an outcome, until the database has it. */
const marks = {
  sent: 'taken',
  refused: 'refused',
  later: 'refused',
  broken: 'refused',
  doubtful: 'unanswered',
} as const satisfies Record<Outcome['kind'], Mark>;

/** For a mark that only makes fewer mails doubtful. */
function attempt(write: () => void): void {
  try {
    write();
  } catch {}
}

/**
 * Decides on mails of this folder's last claim that nobody has noted, by what the journal says of their last byte: also
 * on those that another node has declared doubtful meanwhile, because it could not know. It needs no lock: who wrote the
 * journal is dead, or this process, which hands nothing over now.
 */
async function settleByJournal(db: Db, journal: Journal, now: Date): Promise<void> {
  const known = journal.read();
  if (!known) return;
  for (const { announcement_pk: pk, user_pk: user } of await findLeftBehind(db, known.claim)) {
    const mail = { pk, user, claim: known.claim };
    await db.transaction().execute((tx) => settleLeftBehind(tx, mail, known.traceOf(user), now));
  }
}

/** Of mails that nobody hands over any more, and that this folder's journal does not know, nothing is known. */
async function doubtOthers(held: Db, now: Date): Promise<void> {
  for (const { announcement_pk: pk, user_pk: user, claim } of await findLeftBehind(held, null)) {
    await held.transaction().execute((tx) => settleLeftBehind(tx, { pk, user, claim }, 'unknown', now));
  }
}

async function note(tx: Tx, pk: number, outcomes: Heard[], now: Date): Promise<void> {
  const usersOf = (kind: Outcome['kind']) =>
    outcomes.filter(({ outcome }) => outcome.kind === kind).map(({ one }) => one.user);
  await settle(tx, pk, usersOf('sent'), { state: 'sent', at: now, reason: null });
  // Where the server takes others, one that breaks each line must not stop them: it waits behind them.
  await postpone(tx, pk, usersOf('broken'), outcomes.some(isAnswered) ? now : null);
  for (const { one, outcome } of outcomes) {
    if (outcome.kind === 'refused') await settleRefused(tx, pk, one, outcome.reason, now);
    if (outcome.kind === 'later') await settleLater(tx, pk, one, outcome.reason, now);
    if (outcome.kind === 'doubtful') {
      await settle(tx, pk, [one.user], { state: 'doubtful', at: now, reason: outcome.reason });
    }
  }
}
