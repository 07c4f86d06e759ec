import { removeAbandonedFolders } from '@hexpedition/curriculum/bundles/unpack';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';

const maxAgeMs = 86_400_000;

/**
 * Deletes import previews after a day, and temporary folders of killed processes. Their zips are deleted with other
 * unfinished uploads.
 */
export function createTransferSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  return async () => {
    const before = new Date(clock.now().getTime() - maxAgeMs);
    await db.deleteFrom('import_previews').where('at', '<', before).execute();
    await removeAbandonedFolders();
  };
}
