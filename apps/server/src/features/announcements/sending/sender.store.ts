import type { Segment } from '@hexpedition/contract';
import { sql } from 'kysely';
import { anyOf, type Db, type Tx } from '#platform/db/db';
import { selectRecipients } from '../audience/audience.read-model.ts';
import { leftOutAs } from '../audience/left-out.read-model.ts';
import { recordBounce } from '../bounces/bounces.store.ts';

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

/** Those whose hand-over nobody has noted, of any announcement. */
export function findUnsettled(db: Db) {
  return db
    .selectFrom('announcement_mails')
    .select(['announcement_pk', 'user_pk', 'claim'])
    .where('state', '=', 'handing')
    .execute();
}

export interface Claimed {
  user: number;
  username: string;
  address: string;
}

/**
 * Takes the next handful of an announcement that still goes out, for one claim. Those who can or want no longer be mailed
 * are left out in passing.
 */
export async function claimMails(
  tx: Tx,
  { pk, claim, most, now }: { pk: number; claim: string; most: number; now: Date },
): Promise<{ claimed: Claimed[]; passed: number }> {
  const rows = await tx
    .selectFrom('announcement_mails')
    .innerJoin('announcements', 'announcements.pk', 'announcement_mails.announcement_pk')
    .innerJoin('users', 'users.pk', 'announcement_mails.user_pk')
    .select(['users.pk as user', 'users.username', 'users.email', leftOutAs.as('reason')])
    .where('announcement_mails.announcement_pk', '=', pk)
    .where('announcement_mails.state', '=', 'waiting')
    .where('announcements.state', '=', 'sending')
    .where((where) =>
      where.or([where('announcement_mails.retry_at', 'is', null), where('announcement_mails.retry_at', '<=', now)]),
    )
    .orderBy('announcement_mails.user_pk')
    .limit(most)
    .forUpdate('announcement_mails')
    .execute();
  const claimed = rows.flatMap(({ user, username, email, reason }) =>
    reason === null && email !== null ? [{ user, username, address: email }] : [],
  );
  const passed = rows.filter(({ reason, email }) => reason !== null || email === null).map(({ user }) => user);
  if (passed.length > 0) await settle(tx, pk, passed, { state: 'left_out', at: now, reason: null });
  const taken = claimed.map(({ user }) => user);
  if (taken.length > 0) await settle(tx, pk, taken, { state: 'handing', claim });
  return { claimed, passed: passed.length };
}

interface Settled {
  state: 'waiting' | 'handing' | 'sent' | 'doubtful' | 'left_out';
  claim?: string | null;
  at?: Date;
  reason?: string | null;
}

/** Notes what became of mails. */
export async function settle(tx: Db | Tx, pk: number, users: readonly number[], outcome: Settled): Promise<void> {
  await tx
    .updateTable('announcement_mails')
    .set(outcome)
    .where('announcement_pk', '=', pk)
    .where('user_pk', '=', anyOf(users))
    .execute();
}

/** Notes a refusal, and remembers an address that was refused for good. */
export async function settleRefused(tx: Tx, pk: number, { user, address }: Claimed, reason: string, now: Date) {
  await tx
    .updateTable('announcement_mails')
    .set({ state: 'refused', reason, at: now })
    .where('announcement_pk', '=', pk)
    .where('user_pk', '=', user)
    .execute();
  await recordBounce(tx, { user, address, permanent: true, reason }, now);
}

/** So many tries with twice the wait between them, from one minute on: about an hour. */
const mostTries = 6;

/** Lets a mail wait that the server did not want now; after the last try it counts as refused. */
export async function settleLater(tx: Tx, pk: number, { user, address }: Claimed, reason: string, now: Date) {
  const { state } = await tx
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
    .executeTakeFirstOrThrow();
  if (state === 'refused') await recordBounce(tx, { user, address, permanent: false, reason }, now);
}

/** Whether mails of an announcement wait for their turn or their next try. */
export async function hasWaiting(db: Db, pk: number): Promise<boolean> {
  const row = await db
    .selectFrom('announcement_mails')
    .select('user_pk')
    .where('announcement_pk', '=', pk)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setTrouble(db: Db, pk: number, trouble: string | null): Promise<void> {
  await db
    .updateTable('announcements')
    .set({ trouble })
    .where('pk', '=', pk)
    .where(sql<boolean>`trouble is distinct from ${trouble}`)
    .execute();
}

export async function endSending(tx: Tx, pk: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('announcements')
    .set({ state: 'done', ended_at: now, trouble: null })
    .where('pk', '=', pk)
    .where('state', '=', 'sending')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
