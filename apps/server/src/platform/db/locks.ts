import { sql } from 'kysely';
import type { Tx } from './db.ts';

/**
 * Waits for a lock that belongs to no row, and keeps it until the transaction ends.
 * @param lock any fixed number that no other lock has
 * @param member of many locks under one number: a key, or a text that stands for one
 */
export async function takeLock(tx: Tx, lock: number, member?: number | string): Promise<void> {
  if (member === undefined) await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
  else if (typeof member === 'number') await sql`select pg_advisory_xact_lock(${lock}, ${member})`.execute(tx);
  else await sql`select pg_advisory_xact_lock(${lock}, hashtext(${member}))`.execute(tx);
}

/** The same without waiting. @returns whether it was free */
export async function tryLock(tx: Tx, lock: number): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${lock}) as ours`.execute(tx);
  return rows[0]?.ours === true;
}
