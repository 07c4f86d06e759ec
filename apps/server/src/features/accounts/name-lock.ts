import type { Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';

/** The locks of all names are under this number. */
const nameLock = 4_839_204;

/**
 * A name that one account takes and a profile's slug that another takes are in two columns, so no unique index keeps
 * them apart: whoever takes either holds this lock first, looks, and writes.
 */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await takeLock(tx, nameLock, name.toLowerCase());
}
