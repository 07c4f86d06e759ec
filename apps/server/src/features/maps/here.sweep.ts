import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { goneBefore } from './here.policy.ts';

/** Takes away the authors who are gone. */
export const createHereSweep =
  ({ db, clock }: { db: Db; clock: Clock }) =>
  async (): Promise<void> => {
    await db.deleteFrom('hexmap_authors').where('seen_at', '<', goneBefore(clock.now())).execute();
  };
