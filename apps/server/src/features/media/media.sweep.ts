import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { unusedRetentionMs } from './media.store.ts';
import { removeObject, type Storage, storageOf } from './media-storage.ts';

/**
 * Deletes files that have been unused for a day. In a bucket the object is removed before its row: if the storage does
 * not answer, the next sweep retries.
 */
export function createMediaSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  return async () => {
    const before = new Date(clock.now().getTime() - unusedRetentionMs);
    await db.deleteFrom('media').where('unused_since', '<', before).where('stored_in', '=', 'database').execute();
    const storage = storageOf(db);
    let hasMore = storage !== undefined;
    while (storage && hasMore) hasMore = await removeFromBucket(db, storage, before);
  };
}

/**
 * Calls the storage inside the transaction, as an exception: a concurrent upload of the same file must wait until the
 * object is removed, otherwise its new object would be deleted.
 * @returns whether there was a file to remove
 */
function removeFromBucket(db: Db, storage: Storage, before: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('media')
      .select('hash')
      .where('unused_since', '<', before)
      .where('stored_in', '=', 'bucket')
      .orderBy('unused_since')
      .limit(1)
      .forUpdate()
      // Another node is removing it right now.
      .skipLocked()
      .executeTakeFirst();
    if (!row) return false;
    await removeObject(storage, row.hash);
    await tx.deleteFrom('media').where('hash', '=', row.hash).execute();
    return true;
  });
}
