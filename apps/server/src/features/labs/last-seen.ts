import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { markSeen } from './instances.store.ts';

/** Minimum time between two writes for an instance. Only the idle limit needs the value. */
const writeIntervalMs = 30_000;

/** Returns a function that records the use of an instance. It may be called at any rate; writes are throttled. */
export function createLastSeenRecorder({ db, clock }: { db: Db; clock: Clock }): (instancePk: number) => void {
  const lastWrites = new Map<number, number>();
  return (instance) => {
    const now = clock.now();
    if (now.getTime() - (lastWrites.get(instance) ?? 0) < writeIntervalMs) return;
    if (lastWrites.size > 2_000) lastWrites.clear();
    lastWrites.set(instance, now.getTime());
    // A failed write is harmless, because the next one follows within 30 s.
    markSeen(db, instance, now).catch(() => {});
  };
}
