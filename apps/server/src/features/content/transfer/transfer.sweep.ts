import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { removeLeftFolders } from '../bundles/unpack.ts';

const keptMs = 86_400_000;

/** Drops imports that nobody has carried out for a day, and what killed ones have left; their zips go with other uploads. */
export function createTransferSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  return async () => {
    const before = new Date(clock.now().getTime() - keptMs);
    await db.deleteFrom('import_trials').where('at', '<', before).execute();
    await removeLeftFolders();
  };
}
