import type { Segment } from '@hexpedition/contract';
import { sql } from 'kysely';
import { anyOf, type Db, type Tx } from '#platform/db/db';
import { selectRecipients } from '../audience/audience.read-model.ts';
import { leftOutAs } from '../audience/left-out.read-model.ts';
import { recordBounce } from '../bounces/bounces.store.ts';
import type { Trace } from './journal.ts';

/** Any fixed number: of all nodes, one hands announcements over. */
const senderLock = 2_029_001;

/**
 * Does work on a connection of its own that holds the senders' lock, unless another one holds it. The lock goes with the
 * connection: if that is lost, the claims that are made on it fail, and nothing more is handed over.
 */
export async function asTheSender(db: Db, work: (held: Db) => Promise<void>): Promise<void> {
  await db.connection().execute(async (held) => {
    const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_lock(${senderLock}) as ours`.execute(held);
    if (!rows[0]?.ours) return;
    try {
      await work(held);
    } finally {
      await sql`select pg_advisory_unlock(${senderLock})`.execute(held);
    }
  });
}

/** The announcement that goes out now: the one that began first, or whose time came first. */
export function findNext(db: Db, except: readonly number[], now: Date) {
  return db
    .selectFrom('announcements')
    .select(['pk', 'state', 'subject', 'body', 'segment', 'per_minute'])
    .where((where) =>
      where.or([where('state', '=', 'sending'), where('state', '=', 'scheduled').and('send_at', '<=', now)]),
    )
    .where(sql<boolean>`pk <> all(${except}::int[])`)
    .orderBy(sql`coalesce(started_at, send_at)`)
    .orderBy('pk')
    .limit(1)
    .executeTakeFirst();
}

export type NextAnnouncement = NonNullable<Awaited<ReturnType<typeof findNext>>>;

/** Writes a row for each recipient. Does nothing where it was recalled meanwhile. */
export async function beginSending(tx: Tx, pk: number, segment: Segment, now: Date): Promise<void> {
  const begun = await tx
    .updateTable('announcements')
    .set({ state: 'sending', started_at: now })
    .where('pk', '=', pk)
    .where('state', '=', 'scheduled')
    .returning('pk')
    .executeTakeFirst();
  if (!begun) return;
  const recipients = await selectRecipients(tx, pk, segment, now);
  await sql`insert into announcement_mails (announcement_pk, user_pk) ${recipients}`.execute(tx);
}

/** Those whose hand-over nobody has noted: of any claim, or of one, and then also those declared doubtful meanwhile. */
export function findLeftBehind(db: Db, claim: string | null) {
  const states = claim === null ? sql`('handing')` : sql`('handing', 'doubtful')`;
  // The states stand in the text so that the small index of just those rows serves it.
  let query = db
    .selectFrom('announcement_mails')
    .select(['announcement_pk', 'user_pk', 'claim'])
    .where(sql<boolean>`state in ${states}`);
  if (claim !== null) query = query.where('claim', '=', claim);
  return query.execute();
}

/** Notes what became of a mail whose process did not, unless somebody has decided on it meanwhile. */
export async function settleLeftBehind(
  tx: Tx,
  { pk, user, claim }: { pk: number; user: number; claim: string | null },
  trace: Trace,
  now: Date,
): Promise<void> {
  const reason = 'The server was stopped while this mail was handed over.';
  const outcome = {
    handed: { state: 'sent', at: now, reason: null },
    'not-handed': { state: 'waiting', claim: null, reason: null },
    unknown: { state: 'doubtful', at: now, reason },
  } as const;
  const settled = await tx
    .updateTable('announcement_mails')
    .set(outcome[trace])
    .where('announcement_pk', '=', pk)
    .where('user_pk', '=', user)
    .where(sql<boolean>`claim is not distinct from ${claim}::uuid`)
    // What is in doubt stays as it is where nothing is known.
    .where('state', 'in', trace === 'unknown' ? ['handing'] : ['handing', 'doubtful'])
    .returning('user_pk')
    .executeTakeFirst();
  if (!settled || trace !== 'not-handed') return;
  // Where all others were done it has to go out after all.
  await tx
    .updateTable('announcements')
    .set({ state: 'sending', ended_at: null })
    .where('pk', '=', pk)
    .where('state', '=', 'done')
    .execute();
}

export interface Claimed {
  user: number;
  username: string;
  address: string;
}

/** Which handful to take: at most so many of those above an account, for one claim. */
export interface Claim {
  pk: number;
  claim: string;
  most: number;
  after: number;
}

/**
 * Takes the next handful of an announcement that still goes out. Those who can or want no longer be mailed are left out
 * in passing.
 */
export async function claimMails(
  tx: Tx,
  { pk, claim, most, after }: Claim,
  now: Date,
): Promise<{ claimed: Claimed[]; passed: number; last: number }> {
  // Chosen first, by where the last handful ended, and then looked up: whatever plan the database makes, the hundred
  // thousandth mail costs no more than the first.
  const rows = await tx
    .with('next', (given) =>
      given
        .selectFrom('announcement_mails')
        .select('user_pk')
        .where('announcement_pk', '=', pk)
        .where('user_pk', '>', after)
        .where(sql<boolean>`state = 'waiting'`)
        .where((where) => where.or([where('retry_at', 'is', null), where('retry_at', '<=', now)]))
        .orderBy('user_pk')
        // One of ten values; with a parameter the plan would be for a tenth of the table.
        .limit(sql.lit(most))
        .forUpdate(),
    )
    .selectFrom('next')
    .innerJoin('users', 'users.pk', 'next.user_pk')
    .select(['users.pk as user', 'users.username', 'users.email', leftOutAs.as('reason')])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('announcements').select('pk').where('pk', '=', pk).where('state', '=', 'sending')),
    )
    .orderBy('users.pk')
    .execute();
  const claimed = rows.flatMap(({ user, username, email, reason }) =>
    reason === null && email !== null ? [{ user, username, address: email }] : [],
  );
  const passed = rows.filter(({ reason, email }) => reason !== null || email === null).map(({ user }) => user);
  await settle(tx, pk, passed, { state: 'left_out', at: now, reason: null });
  const taken = claimed.map(({ user }) => user);
  await settle(tx, pk, taken, { state: 'handing', claim });
  return { claimed, passed: passed.length, last: rows.at(-1)?.user ?? after };
}

interface Settled {
  state: 'waiting' | 'handing' | 'sent' | 'doubtful' | 'left_out';
  claim?: string | null;
  at?: Date;
  reason?: string | null;
  retry_at?: Date;
}

/** Notes what became of mails. */
export async function settle(tx: Tx, pk: number, users: readonly number[], outcome: Settled): Promise<void> {
  if (users.length === 0) return;
  await tx
    .updateTable('announcement_mails')
    .set(outcome)
    .where('announcement_pk', '=', pk)
    .where('user_pk', '=', anyOf(users))
    .execute();
}

/** Lets mails wait that did not leave. @param since lets them wait a minute from then on */
export async function postpone(tx: Tx, pk: number, users: readonly number[], since: Date | null): Promise<void> {
  const retry_at = since && new Date(since.getTime() + 60_000);
  await settle(tx, pk, users, { state: 'waiting', claim: null, ...(retry_at ? { retry_at } : {}) });
}

/** Notes a refusal, and remembers an address that was refused for good. */
export async function settleRefused(tx: Tx, pk: number, { user, address }: Claimed, reason: string, now: Date) {
  const settled = await tx
    .updateTable('announcement_mails')
    .set({ state: 'refused', reason, at: now })
    .where('announcement_pk', '=', pk)
    .where('user_pk', '=', user)
    .returning('user_pk')
    .executeTakeFirst();
  // The account may have been deleted meanwhile.
  if (settled) await recordBounce(tx, { user, address, permanent: true, reason }, now);
}

/** So many tries with twice the wait between them, from one minute on: about an hour. */
const mostTries = 6;

/** Lets a mail wait that the server did not want now; after the last try it counts as refused. */
export async function settleLater(tx: Tx, pk: number, { user, address }: Claimed, reason: string, now: Date) {
  const settled = await tx
    .updateTable('announcement_mails')
    .set({
      reason,
      at: now,
      tries: sql`tries + 1`,
      state: sql`case when tries + 1 < ${mostTries} then 'waiting' else 'refused' end`,
      retry_at: sql`${now}::timestamptz + interval '1 minute' * power(2, tries)`,
    })
    .where('announcement_pk', '=', pk)
    .where('user_pk', '=', user)
    .returning('state')
    .executeTakeFirst();
  if (settled?.state === 'refused') await recordBounce(tx, { user, address, permanent: false, reason }, now);
}

export async function setTrouble(db: Db, pk: number, trouble: string | null): Promise<void> {
  await db
    .updateTable('announcements')
    .set({ trouble })
    .where('pk', '=', pk)
    .where(sql<boolean>`trouble is distinct from ${trouble}`)
    .execute();
}

/**
 * Ends an announcement of which nothing waits any more. It is held meanwhile, so that nobody can let a mail wait again in
 * between.
 */
export async function endSending(tx: Tx, pk: number, now: Date): Promise<'done' | 'waits' | 'not-ours'> {
  const sending = await tx
    .selectFrom('announcements')
    .select('pk')
    .where('pk', '=', pk)
    .where('state', '=', 'sending')
    .forUpdate()
    .executeTakeFirst();
  if (!sending) return 'not-ours';
  const waiting = await tx
    .selectFrom('announcement_mails')
    .select('user_pk')
    .where('announcement_pk', '=', pk)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  if (waiting) return 'waits';
  await tx
    .updateTable('announcements')
    .set({ state: 'done', ended_at: now, trouble: null })
    .where('pk', '=', pk)
    .execute();
  return 'done';
}
