import type { Db } from '#platform/db/db';

/** Marks a nonce as used. @returns false if it was used before */
export async function useNonce(db: Db, nonce: string, expiresAt: Date): Promise<boolean> {
  const row = await db
    .insertInto('pow_nonces')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes nonces that expired before a time. Their challenges are rejected because they have expired. */
export async function deleteExpiredNonces(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('pow_nonces').where('expires_at', '<', before).execute();
}
