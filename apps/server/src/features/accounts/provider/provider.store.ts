import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

export interface Identity {
  issuer: string;
  subject: string;
}

export function findIdentity(db: Db | Tx, { issuer, subject }: Identity) {
  return db
    .selectFrom('provider_identities')
    .select('user_pk')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Serialises concurrent sign-ins of one identity. */
export async function lockIdentity(tx: Tx, { issuer, subject }: Identity): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify([issuer, subject])}, 0))`.execute(tx);
}

/** @returns false if the identity is taken, or the user has another identity at this provider */
export async function insertIdentity(tx: Tx, { issuer, subject }: Identity, userPk: number): Promise<boolean> {
  const row = await tx
    .insertInto('provider_identities')
    .values({ issuer, subject, user_pk: userPk })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_pk')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether there was an identity */
export async function deleteIdentities(tx: Tx, userPk: number): Promise<boolean> {
  const row = await tx.deleteFrom('provider_identities').where('user_pk', '=', userPk).executeTakeFirst();
  return row.numDeletedRows > 0n;
}

export async function isConnected(db: Db, userPk: number, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('provider_identities')
    .select('user_pk')
    .where('user_pk', '=', userPk)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasVerifiedEmail(db: Db | Tx, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('pk')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether the session is open and its user active. */
export async function isSessionOpen(tx: Tx, sessionPk: number, userPk: number): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.pk', 'sessions.user_pk')
    .select(['sessions.ended_at', 'users.is_active'])
    .where('sessions.pk', '=', sessionPk)
    .where('users.pk', '=', userPk)
    .executeTakeFirst();
  return row?.is_active === true && row.ended_at === null;
}
