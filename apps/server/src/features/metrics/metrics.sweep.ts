import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import { type Db, disableStatementTimeout } from '#platform/db/db';
import { tryLock } from '#platform/db/locks';

/** Id of the advisory lock under which the changes are added. */
export const foldLock = 4_839_331;

/** Rows of `metric_changes` that one transaction processes. */
const batchSize = 5_000;

/** Adds the rows of `metric_changes` to the rollups (see 0031_metrics.sql). */
export function createMetricsSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    // After an outage, the changes of a day take longer than the interval between two sweeps.
    running ??= sweep(db, clock).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function sweep(db: Db, clock: Clock): Promise<void> {
  while (await foldBatch(db, clock.now())) {
    // Repeats until less than one batch is left.
  }
}

/** @returns whether more changes can be pending */
function foldBatch(db: Db, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await disableStatementTimeout(tx);
    // Another node is processing the changes.
    if (!(await tryLock(tx, foldLock))) return false;
    const { rows } = await sql<{ taken: number }>`select fold_metrics(${batchSize}) as taken`.execute(tx);
    if (rows[0]?.taken === batchSize) return true;
    await tx.updateTable('metric_state').set({ counted_at: now }).execute();
    return false;
  });
}
