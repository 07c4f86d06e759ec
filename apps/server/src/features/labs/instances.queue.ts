import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { Launcher } from './instances.launch.ts';
import { selectStartable } from './instances.policy.ts';
import { readActiveSlots } from './instances.read-model.ts';
import { lockQueue, markStarting } from './instances.store.ts';

export type Queue = ReturnType<typeof createQueue>;

/** Starts queued instances in order as capacity becomes available. */
export function createQueue(deps: {
  db: Db;
  clock: Clock;
  launcher: Launcher;
  runner: string;
  /** Returns the free memory of this machine in bytes. */
  freeMemory: () => number;
}) {
  const { db, clock, launcher, runner } = deps;
  const starting = new Map<number, Promise<void>>();

  return {
    /** Starts the queued instances that fit. Call it after an instance was queued or has ended; it is safe at any time. */
    async advance(): Promise<void> {
      const pks = await db.transaction().execute(async (tx) => {
        await lockQueue(tx);
        const all = await readActiveSlots(tx, runner);
        const queued = all.filter(({ status }) => status === 'queued');
        const running = all
          .filter(({ status }) => status !== 'queued')
          .map((instance) => ({ ...instance, isStarting: instance.status === 'starting' }));
        const next = selectStartable(queued, running, deps.freeMemory()).map(({ pk }) => pk);
        if (next.length > 0) await markStarting(tx, next, clock.now());
        return next;
      });
      for (const pk of pks) {
        const start = launcher.launch(pk).finally(() => starting.delete(pk));
        starting.set(pk, start);
      }
    },

    /** Resolves when an instance that is starting on this node has started or failed; at once for others. */
    started: (pk: number): Promise<void> => starting.get(pk) ?? Promise.resolve(),
  };
}
