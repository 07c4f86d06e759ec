import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { presentSince } from './presence.store.ts';

/** Deletes authors who are no longer present. */
export const createPresenceSweep =
  ({ db, clock }: { db: Db; clock: Clock }) =>
  async (): Promise<void> => {
    await db.deleteFrom('hexmap_presence').where('seen_at', '<', presentSince(clock.now())).execute();
  };
