import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { keptMs } from './media.store.ts';
import { removeObject, type Storage, storageOf } from './storage.ts';

/**
 * Drops files that no module has shown for a day. Of what lies in the bucket, the object goes first: where the store does
 * not answer, the next sweep tries again.
 */
export function createMediaSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  return async () => {
    const before = new Date(clock.now().getTime() - keptMs);
    await db.deleteFrom('media').where('unused_since', '<', before).where('stored_in', '=', 'database').execute();
    const storage = storageOf(db);
    let isMore = storage !== undefined;
    while (storage && isMore) isMore = await dropFromBucket(db, storage, before);
  };
}

/**
 * The store is asked inside the transaction, as nowhere else: whoever stores the same file meanwhile has to wait until
 * its object is gone, or it would go after it was stored.
 * @returns whether there was one
 */
function dropFromBucket(db: Db, storage: Storage, before: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('media')
      .select('hash')
      .where('unused_since', '<', before)
      .where('stored_in', '=', 'bucket')
      .orderBy('unused_since')
      .limit(1)
      .forUpdate()
      // Another node drops it at this moment.
      .skipLocked()
      .executeTakeFirst();
    if (!row) return false;
    await removeObject(storage, row.hash);
    await tx.deleteFrom('media').where('hash', '=', row.hash).execute();
    return true;
  });
}
