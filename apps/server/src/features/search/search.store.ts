import { sql } from 'kysely';
import { type Db, disableStatementTimeout, type Tx } from '#platform/db/db';

/**
 * Brings what search knows up to date with trainings, lessons and labs. To be called at the end of the transaction
 * that changes them; what did not change is left alone.
 */
export async function refreshSearch(db: Db | Tx): Promise<void> {
  // The first import of a curriculum takes seven seconds of a processor here, which can be a minute on a busy machine.
  await disableStatementTimeout(db);
  await sql`select refresh_search()`.execute(db);
}
