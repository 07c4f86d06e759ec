import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';

/** First number of the locks of names; the second is made from the name. */
const nameLock = 4_839_204;

/**
 * A name that one account takes and a profile's slug that another takes are in two columns, so no unique index keeps
 * them apart: whoever takes either holds this lock first, looks, and writes.
 */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${nameLock}, hashtext(${name.toLowerCase()}))`.execute(tx);
}
