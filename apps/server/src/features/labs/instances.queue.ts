import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { Launcher } from './instances.launch.ts';
import { admitted } from './instances.policy.ts';
import { readPlaces } from './instances.read-model.ts';
import { lockPlaces, markStarting } from './instances.store.ts';

export type Queue = ReturnType<typeof createQueue>;

/** Gives places to those who wait, in their order, and starts what has one. */
export function createQueue(deps: {
  db: Db;
  clock: Clock;
  launcher: Launcher;
  runner: string;
  /** Bytes that this machine has to spare. */
  freeMemory: () => number;
}) {
  const { db, clock, launcher, runner } = deps;
  const starting = new Map<number, Promise<void>>();

  return {
    /** Whenever somebody has come, or something has ended; may run at any time. */
    async advance(): Promise<void> {
      const pks = await db.transaction().execute(async (tx) => {
        await lockPlaces(tx);
        const all = await readPlaces(tx, runner);
        const waiting = all.filter(({ status }) => status === 'queued');
        const running = all
          .filter(({ status }) => status !== 'queued')
          .map((one) => ({ ...one, isStarting: one.status === 'starting' }));
        const next = admitted(waiting, running, deps.freeMemory()).map(({ pk }) => pk);
        if (next.length > 0) await markStarting(tx, next, clock.now());
        return next;
      });
      for (const pk of pks) {
        const start = launcher.launch(pk).finally(() => starting.delete(pk));
        starting.set(pk, start);
      }
    },

    /** Resolves when an instance that starts here has started or failed; at once for others. */
    started: (pk: number): Promise<void> => starting.get(pk) ?? Promise.resolve(),
  };
}
