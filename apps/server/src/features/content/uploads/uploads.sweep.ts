import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';

/** An author whose connection broke can continue for a day. */
const maxAgeMs = 86_400_000;

/** Deletes parts of unfinished uploads. */
export function createUploadsSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  return async () => {
    const before = new Date(clock.now().getTime() - maxAgeMs);
    await db.deleteFrom('upload_parts').where('at', '<', before).execute();
  };
}
