import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';

const keptMs = 7 * 86_400_000;

/** Deletes mails after a week: the links in them have expired by then. */
export function createOutboxSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  return async () => {
    const before = new Date(clock.now().getTime() - keptMs);
    await db.deleteFrom('outbox_mails').where('at', '<', before).execute();
  };
}
