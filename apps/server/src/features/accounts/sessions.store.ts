import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { userAgentLength } from './describe-device.ts';

const refreshDays = 30;
/** Precision of `last_seen_at`, so that not every request writes. */
const lastSeenPrecisionMs = 5 * 60_000;

export interface OpenSession {
  pk: number;
  sid: string;
}

const hashOf = (refresh: string) => createHash('sha256').update(refresh).digest();

export async function insertSession(tx: Tx, userPk: number, userAgent: string, now: Date): Promise<OpenSession> {
  const sid = randomUUID();
  const row = await tx
    .insertInto('sessions')
    .values({
      sid,
      user_pk: userPk,
      user_agent: userAgent.slice(0, userAgentLength),
      created_at: now,
      last_seen_at: now,
      expires_at: inDays(now, refreshDays),
      end_reason: null,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return { pk: row.pk, sid };
}

/** Ends all open sessions of a user except the `keep` most recently used ones. */
export async function endLeastRecentlyUsed(tx: Tx, userPk: number, keep: number, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'ended' })
    .where('pk', 'in', (from) =>
      from
        .selectFrom('sessions')
        .select('pk')
        .where('user_pk', '=', userPk)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('last_seen_at', 'desc')
        .orderBy('pk', 'desc')
        .offset(keep),
    )
    .execute();
}

/** Creates a refresh credential (256 random bits) and extends its session. Only the hash is stored. */
export async function issueRefreshToken(tx: Tx, sessionPk: number, now: Date): Promise<string> {
  const refresh = randomBytes(32).toString('base64url');
  await tx
    .insertInto('refresh_tokens')
    .values({ hash: hashOf(refresh), session_pk: sessionPk, issued_at: now })
    .execute();
  await tx
    .updateTable('sessions')
    .set({ expires_at: inDays(now, refreshDays), last_seen_at: now })
    .where('pk', '=', sessionPk)
    .execute();
  return refresh;
}

/** Returns the session that a refresh credential belongs to, whether the credential was used or not. */
export async function findSessionOfRefreshToken(db: Db, refresh: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('session_pk')
    .where('hash', '=', hashOf(refresh))
    .executeTakeFirst();
  return row?.session_pk;
}

/** Finds the credential with its session and locks the session's row, so that exchanges of one credential are serial. */
export async function findRefreshTokenForUpdate(tx: Tx, refresh: string) {
  const session = await tx
    .selectFrom('sessions')
    .innerJoin('refresh_tokens', 'refresh_tokens.session_pk', 'sessions.pk')
    .select(['sessions.pk', 'sessions.sid', 'sessions.user_pk', 'sessions.expires_at', 'sessions.ended_at'])
    .where('refresh_tokens.hash', '=', hashOf(refresh))
    .forUpdate('sessions')
    .executeTakeFirst();
  if (!session) return undefined;
  // Read after the lock, to see the result of the previous exchange.
  const token = await tx
    .selectFrom('refresh_tokens')
    .select(['used_at'])
    .where('hash', '=', hashOf(refresh))
    .executeTakeFirst();
  return token && { session, usedAt: token.used_at, lastUse: await lastUseOf(tx, session.pk) };
}

/** Returns when a credential of this session was last used. All unused credentials are marked at the same time. */
async function lastUseOf(tx: Tx, sessionPk: number): Promise<Date | null> {
  const row = await tx
    .selectFrom('refresh_tokens')
    .select('used_at')
    .where('session_pk', '=', sessionPk)
    .where('used_at', 'is not', null)
    .orderBy('issued_at', 'desc')
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.used_at ?? null;
}

/**
 * Marks every credential of the session as used. There are several when one was exchanged twice within the grace period.
 * If the others stayed valid, a thief who exchanged one in time could keep a parallel session forever.
 */
export async function markRefreshTokensUsed(tx: Tx, sessionPk: number, now: Date): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('session_pk', '=', sessionPk)
    .where('used_at', 'is', null)
    .execute();
}

export async function endSession(
  db: Db | Tx,
  sessionPk: number,
  reason: 'logout' | 'ended' | 'reuse' | 'expired' | 'disabled',
  now: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('pk', '=', sessionPk)
    .where('ended_at', 'is', null)
    .execute();
}

/** Finds an open session of the user by the hash of its sid. */
export async function findOpenSession(tx: Tx, userPk: number, sidHash: Buffer): Promise<number | undefined> {
  const row = await tx
    .selectFrom('sessions')
    .select('pk')
    .where('user_pk', '=', userPk)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`sha256(convert_to(sid::text, 'UTF8')) = ${sidHash}`)
    .forUpdate()
    .executeTakeFirst();
  return row?.pk;
}

export async function isOpen(tx: Tx, sessionPk: number): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('pk')
    .where('pk', '=', sessionPk)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the number of ended sessions */
export async function endOtherSessions(tx: Tx, userPk: number, keepPk: number, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'ended' })
    .where('user_pk', '=', userPk)
    .where('pk', '<>', keepPk)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Updates `last_seen_at`, at most once in five minutes. */
export async function touchSession(db: Db, session: { pk: number; lastSeenAt: Date }, now: Date): Promise<void> {
  const latest = new Date(now.getTime() - lastSeenPrecisionMs);
  if (session.lastSeenAt > latest) return;
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('pk', '=', session.pk)
    .where('last_seen_at', '<=', latest)
    .execute();
}

/**
 * Deletes the credentials of sessions that ended or expired a month ago. Until then a reused credential can be
 * distinguished from an unknown one. The session itself stays, because it records a known device of the account.
 */
export async function deleteOldRefreshTokens(db: Db, now: Date): Promise<void> {
  const before = inDays(now, -refreshDays);
  await db
    .deleteFrom('refresh_tokens')
    .using('sessions')
    .whereRef('sessions.pk', '=', 'refresh_tokens.session_pk')
    .where((where) => where.or([where('sessions.ended_at', '<', before), where('sessions.expires_at', '<', before)]))
    .execute();
}

function inDays(from: Date, days: number): Date {
  return new Date(from.getTime() + days * 86_400_000);
}
