import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

/**
 * Brings what search knows up to date with trainings, lessons and labs. To be called at the end of the transaction
 * that changes them; what did not change is left alone.
 */
export async function refreshSearch(db: Db | Tx): Promise<void> {
  // It reads every lesson: on a slow machine that takes longer than a request may.
  await sql`select set_config('statement_timeout', '0', true)`.execute(db);
  await sql`select refresh_search()`.execute(db);
}
