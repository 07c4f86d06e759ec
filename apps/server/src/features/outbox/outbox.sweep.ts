import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';

const keptMs = 7 * 86_400_000;

/** Drops mails after a week: the links in them are dead by then. */
export function createOutboxSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  return async () => {
    const before = new Date(clock.now().getTime() - keptMs);
    await db.deleteFrom('outbox_mails').where('at', '<', before).execute();
  };
}
