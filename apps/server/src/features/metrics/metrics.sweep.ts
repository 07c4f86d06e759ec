import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import { type Db, disableStatementTimeout } from '#platform/db/db';
import { tryLock } from '#platform/db/locks';

/** Any fixed number that no other lock has. */
const foldLock = 4_839_331;

/** Notes that one transaction adds up. */
const batch = 5_000;

/** Takes the notes of what has changed, and adds them to the sums (see 0031_metrics.sql). */
export function createMetricsSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    // A day's worth of notes, after a standstill, takes longer than the pause between two sweeps.
    running ??= sweep(db, clock).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function sweep(db: Db, clock: Clock): Promise<void> {
  while (await foldSome(db, clock.now())) {
    // Goes on until less than a batch is left.
  }
}

/** @returns whether there may be more */
function foldSome(db: Db, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await disableStatementTimeout(tx);
    // Another node is at it.
    if (!(await tryLock(tx, foldLock))) return false;
    const { rows } = await sql<{ taken: number }>`select fold_metrics(${batch}) as taken`.execute(tx);
    if (rows[0]?.taken === batch) return true;
    await tx.updateTable('metric_state').set({ counted_at: now }).execute();
    return false;
  });
}
