import { sql } from 'kysely';
import { type Db, disableStatementTimeout, type Tx } from '#platform/db/db';

/**
 * Updates the search index after a change of trainings, lessons or labs. Must be called at the end of the transaction
 * that changes them; unchanged documents are left alone.
 */
export async function refreshSearch(db: Db | Tx): Promise<void> {
  // The first import of a curriculum takes seven CPU seconds here, and up to a minute on a busy machine.
  await disableStatementTimeout(db);
  await sql`select refresh_search()`.execute(db);
}

/** Does the same if only these lessons have changed. */
export async function refreshSearchOfLessons(tx: Tx, lessons: readonly number[]): Promise<void> {
  await sql`select refresh_search_lessons(${lessons}::integer[])`.execute(tx);
}
