import type { Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';

/** Class id of the advisory locks of usernames. */
const nameLock = 4_839_204;

/**
 * Usernames and profile slugs are stored in two columns, so a unique index cannot prevent one account's name from
 * equalling another's slug. Take this lock before checking and writing a name or a slug.
 */
export async function lockUsername(tx: Tx, name: string): Promise<void> {
  await takeLock(tx, nameLock, name.toLowerCase());
}
