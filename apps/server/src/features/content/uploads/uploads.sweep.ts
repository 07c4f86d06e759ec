import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';

/** An author whose connection broke may go on for a day. */
const keptMs = 86_400_000;

/** Drops parts of uploads that were never finished. */
export function createUploadsSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  return async () => {
    const before = new Date(clock.now().getTime() - keptMs);
    await db.deleteFrom('upload_parts').where('at', '<', before).execute();
  };
}
