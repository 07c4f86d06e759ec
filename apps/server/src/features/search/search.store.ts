import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';

/**
 * Brings what search knows up to date with trainings, lessons and labs. To be called at the end of the transaction
 * that changes them; what did not change is left alone.
 */
export async function refreshSearch(db: Db | Tx): Promise<void> {
  // The first import of a curriculum takes seven seconds of a processor here: on a busy machine more than the 30 that a
  // request's statement may take. It holds for the rest of the transaction.
  await sql`set local statement_timeout = '10min'`.execute(db);
  await sql`select refresh_search()`.execute(db);
}
