import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';

/** Pages that were open, or kept by somebody's cache, may ask for a file for a while after it has left the lesson. */
const keptMs = 86_400_000;

/** Drops files that no module has shown for a day. */
export function createMediaSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  return async () => {
    const before = new Date(clock.now().getTime() - keptMs);
    await db.deleteFrom('media').where('unused_since', '<', before).execute();
  };
}
