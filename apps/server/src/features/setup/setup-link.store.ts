import type { Db, Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';

/** Advisory lock id (an arbitrary fixed number). Nodes that start at the same time replace the link one after the other. */
const setupLinkLock = 4_839_232;

export const lockSetupLink = (tx: Tx): Promise<void> => takeLock(tx, setupLinkLock);

/** Stores the link. The one before becomes invalid. */
export async function replaceSetupLink(tx: Tx, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  const values = { token_hash: tokenHash, expires_at: expiresAt, used_at: null };
  await tx
    .insertInto('setup_links')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute();
}

export const findSetupLink = (db: Db | Tx) =>
  db.selectFrom('setup_links').select(['token_hash', 'expires_at', 'used_at']).executeTakeFirst();

export async function markSetupLinkUsed(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('setup_links').set({ used_at: now }).execute();
}
