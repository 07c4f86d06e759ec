import type { Tx } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { suggestUsernames } from './suggest-usernames.ts';
import { insertUser } from './users.store.ts';

/** Creates an account without a password, with the first free username for a person's claims: see `suggestUsernames`. */
export async function insertNamedUser(
  tx: Tx,
  claims: readonly unknown[],
  pendingEmail: string | null = null,
): Promise<number> {
  for (const username of suggestUsernames(claims)) {
    try {
      return await insertUser(tx, { username, pendingEmail, passwordHash: null });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'username_taken')) throw error;
    }
  }
  throw new Error('No username was free.');
}
