import type { Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';

/** The locks of all names are under this number. */
const nameLock = 4_839_204;

/**
 * Usernames and profile slugs are in two columns, so no unique index keeps one account's name apart from another's
 * slug. Whoever takes a name or a slug takes this lock first, then looks, then writes.
 */
export async function lockUsername(tx: Tx, name: string): Promise<void> {
  await takeLock(tx, nameLock, name.toLowerCase());
}
