import { sql } from 'kysely';
import type { Tx } from './db.ts';

/**
 * Waits for an advisory lock and holds it until the transaction ends.
 * @param lock a fixed number that no other lock uses
 * @param member selects one of many locks under the same number: a key, or a text that is hashed to one
 */
export async function takeLock(tx: Tx, lock: number, member?: number | string): Promise<void> {
  if (member === undefined) await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
  else if (typeof member === 'number') await sql`select pg_advisory_xact_lock(${lock}, ${member})`.execute(tx);
  else await sql`select pg_advisory_xact_lock(${lock}, hashtext(${member}))`.execute(tx);
}

/** Takes an advisory lock if it is free, without waiting. @returns whether the transaction now holds the lock */
export async function tryLock(tx: Tx, lock: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lock}) as locked`.execute(tx);
  return rows[0]?.locked === true;
}
