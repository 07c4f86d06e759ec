import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { markSeen } from './instances.store.ts';

/** How often use is noted; only the idle rule needs it. */
const noteEvery = 30_000;

/** @returns notes that an instance is used: to be called as often as one likes */
export function createUseNotes({ db, clock }: { db: Db; clock: Clock }): (instancePk: number) => void {
  const noted = new Map<number, number>();
  return (instance) => {
    const now = clock.now();
    if (now.getTime() - (noted.get(instance) ?? 0) < noteEvery) return;
    if (noted.size > 2_000) noted.clear();
    noted.set(instance, now.getTime());
    // A note that is lost costs nobody anything: the next one comes in half a minute
    markSeen(db, instance, now).catch(() => {});
  };
}
