import type { Segment } from '@hexpedition/contract';
import { sql } from 'kysely';
import { anyOf, type Db, type Tx } from '#platform/db/db';
import { selectRecipients } from '../audience/audience.read-model.ts';
import { exclusionReason } from '../audience/exclusion-reason.read-model.ts';
import { recordBounce } from '../bounces/bounces.store.ts';
import type { DeliveryResult } from './delivery-journal.ts';

/** Key of the advisory lock of the node that sends announcements. */
const senderLock = 2_029_001;

/**
 * Runs `work` on a dedicated connection that holds the sender lock. Does nothing if another node holds it. The lock ends
 * with the connection: if the connection is lost, all further claims on it fail, and no more mails are sent.
 */
export async function withSenderLock(db: Db, work: (locked: Db) => Promise<void>): Promise<void> {
  await db.connection().execute(async (locked) => {
    const { rows } = await sql<{ acquired: boolean }>`select pg_try_advisory_lock(${senderLock}) as acquired`.execute(
      locked,
    );
    if (!rows[0]?.acquired) return;
    try {
      await work(locked);
    } finally {
      await sql`select pg_advisory_unlock(${senderLock})`.execute(locked);
    }
  });
}

/** Returns the announcement to send next: the one that began first or is due first. */
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

/** Inserts a row for each recipient. Does nothing if the announcement was recalled. */
export async function beginSending(tx: Tx, pk: number, segment: Segment, now: Date): Promise<void> {
  const started = await tx
    .updateTable('announcements')
    .set({ state: 'sending', started_at: now })
    .where('pk', '=', pk)
    .where('state', '=', 'scheduled')
    .returning('pk')
    .executeTakeFirst();
  if (!started) return;
  const recipients = await selectRecipients(tx, pk, segment, now);
  await sql`insert into announcement_mails (announcement_pk, user_pk) ${recipients}`.execute(tx);
}

/** Returns claimed mails without an outcome: of all claims, or of one claim including those marked unknown since. */
export function findOrphans(db: Db, claim: string | null) {
  const states = claim === null ? sql`('sending')` : sql`('sending', 'unknown')`;
  // The states are literals, so that the query uses the partial index of these rows.
  let query = db
    .selectFrom('announcement_mails')
    .select(['announcement_pk', 'user_pk', 'claim'])
    .where(sql<boolean>`state in ${states}`);
  if (claim !== null) query = query.where('claim', '=', claim);
  return query.execute();
}

/** Records the result of a mail whose sending process died, unless its state has changed since. */
export async function settleOrphan(
  tx: Tx,
  { pk, user, claim }: { pk: number; user: number; claim: string | null },
  result: DeliveryResult,
  now: Date,
): Promise<void> {
  const reason = 'The server stopped while this mail was being sent.';
  const outcome = {
    sent: { state: 'sent', at: now, reason: null },
    'not-sent': { state: 'waiting', claim: null, reason: null },
    unknown: { state: 'unknown', at: now, reason },
  } as const;
  const settled = await tx
    .updateTable('announcement_mails')
    .set(outcome[result])
    .where('announcement_pk', '=', pk)
    .where('user_pk', '=', user)
    .where(sql<boolean>`claim is not distinct from ${claim}::uuid`)
    // An unknown result does not change a mail whose delivery is unknown.
    .where('state', 'in', result === 'unknown' ? ['sending'] : ['sending', 'unknown'])
    .returning('user_pk')
    .executeTakeFirst();
  if (!settled || result !== 'not-sent') return;
  // An announcement that was done has to continue for this mail.
  await tx
    .updateTable('announcements')
    .set({ state: 'sending', ended_at: null })
    .where('pk', '=', pk)
    .where('state', '=', 'done')
    .execute();
}

export interface ClaimedMail {
  user: number;
  username: string;
  address: string;
}

/** The next batch to claim: at most `limit` mails of accounts with a key above `after`. */
export interface Claim {
  pk: number;
  claim: string;
  limit: number;
  after: number;
}

/**
 * Claims the next batch of an announcement that is being sent. Accounts that no longer get announcements are excluded and
 * recorded as `left_out`.
 */
export async function claimMails(
  tx: Tx,
  { pk, claim, limit, after }: Claim,
  now: Date,
): Promise<{ claimed: ClaimedMail[]; excluded: number; last: number }> {
  // The CTE first selects the keys after the last batch, so that each batch costs the same with any query plan, even after
  // 100,000 mails.
  const rows = await tx
    .with('next', (query) =>
      query
        .selectFrom('announcement_mails')
        .select('user_pk')
        .where('announcement_pk', '=', pk)
        .where('user_pk', '>', after)
        .where(sql<boolean>`state = 'waiting'`)
        .where((where) => where.or([where('retry_at', 'is', null), where('retry_at', '<=', now)]))
        .orderBy('user_pk')
        // A literal, because there are only ten values; with a parameter, the planner would assume 10 % of the table.
        .limit(sql.lit(limit))
        .forUpdate(),
    )
    .selectFrom('next')
    .innerJoin('users', 'users.pk', 'next.user_pk')
    .select(['users.pk as user', 'users.username', 'users.email', exclusionReason.as('reason')])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('announcements').select('pk').where('pk', '=', pk).where('state', '=', 'sending')),
    )
    .orderBy('users.pk')
    .execute();
  const claimed = rows.flatMap(({ user, username, email, reason }) =>
    reason === null && email !== null ? [{ user, username, address: email }] : [],
  );
  const excluded = rows.filter(({ reason, email }) => reason !== null || email === null).map(({ user }) => user);
  await updateMails(tx, pk, excluded, { state: 'left_out', at: now, reason: null });
  const users = claimed.map(({ user }) => user);
  await updateMails(tx, pk, users, { state: 'sending', claim });
  return { claimed, excluded: excluded.length, last: rows.at(-1)?.user ?? after };
}

interface MailChange {
  state: 'waiting' | 'sending' | 'sent' | 'stored' | 'unknown' | 'left_out';
  claim?: string | null;
  at?: Date;
  reason?: string | null;
  retry_at?: Date;
}

/** Updates the mails of several accounts. */
export async function updateMails(tx: Tx, pk: number, users: readonly number[], change: MailChange): Promise<void> {
  if (users.length === 0) return;
  await tx
    .updateTable('announcement_mails')
    .set(change)
    .where('announcement_pk', '=', pk)
    .where('user_pk', '=', anyOf(users))
    .execute();
}

/** Queues unsent mails again. @param since if set, the mails are not sent until one minute after it */
export async function requeue(tx: Tx, pk: number, users: readonly number[], since: Date | null): Promise<void> {
  const retry_at = since && new Date(since.getTime() + 60_000);
  await updateMails(tx, pk, users, { state: 'waiting', claim: null, ...(retry_at ? { retry_at } : {}) });
}

/** Records a permanent rejection, and a permanent bounce of the address. */
export async function settleRefused(tx: Tx, pk: number, { user, address }: ClaimedMail, reason: string, now: Date) {
  const settled = await tx
    .updateTable('announcement_mails')
    .set({ state: 'refused', reason, at: now })
    .where('announcement_pk', '=', pk)
    .where('user_pk', '=', user)
    .returning('user_pk')
    .executeTakeFirst();
  // The account may have been deleted since.
  if (settled) await recordBounce(tx, { user, address, permanent: true, reason }, now);
}

/** Maximum number of attempts. The delay starts at one minute and doubles, so they take about an hour. */
const maxTries = 6;

/** Queues a deferred mail again with a delay. After the last attempt it counts as refused. */
export async function settleDeferred(tx: Tx, pk: number, { user, address }: ClaimedMail, reason: string, now: Date) {
  const settled = await tx
    .updateTable('announcement_mails')
    .set({
      reason,
      at: now,
      tries: sql`tries + 1`,
      state: sql`case when tries + 1 < ${maxTries} then 'waiting' else 'refused' end`,
      retry_at: sql`${now}::timestamptz + interval '1 minute' * power(2, tries)`,
    })
    .where('announcement_pk', '=', pk)
    .where('user_pk', '=', user)
    .returning('state')
    .executeTakeFirst();
  if (settled?.state === 'refused') await recordBounce(tx, { user, address, permanent: false, reason }, now);
}

/** Stores the problem that stalls an announcement; null when it is solved. */
export async function setProblem(db: Db, pk: number, trouble: string | null): Promise<void> {
  await db
    .updateTable('announcements')
    .set({ trouble })
    .where('pk', '=', pk)
    .where(sql<boolean>`trouble is distinct from ${trouble}`)
    .execute();
}

/**
 * Ends an announcement that has no waiting mails. The row is locked, so that no mail can be queued again in between.
 */
export async function endSending(tx: Tx, pk: number, now: Date): Promise<'done' | 'waiting' | 'not-sending'> {
  const sending = await tx
    .selectFrom('announcements')
    .select('pk')
    .where('pk', '=', pk)
    .where('state', '=', 'sending')
    .forUpdate()
    .executeTakeFirst();
  if (!sending) return 'not-sending';
  const waiting = await tx
    .selectFrom('announcement_mails')
    .select('user_pk')
    .where('announcement_pk', '=', pk)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  if (waiting) return 'waiting';
  await tx
    .updateTable('announcements')
    .set({ state: 'done', ended_at: now, trouble: null })
    .where('pk', '=', pk)
    .execute();
  return 'done';
}
