import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { oldestRetained } from './boards.ts';

/** Rows per transaction, which also updates their counts. These boards are not shown, so they may be partly deleted. */
const batch = 2_000;

/** Creates the sweep that deletes boards of past months and weeks, except the previous month and the previous week. */
export function createBoardsSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    // Deleting a board with a million learners takes longer than the interval between sweeps.
    running ??= sweep(db, clock.now()).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function sweep(db: Db, now: Date): Promise<void> {
  const { month, week } = oldestRetained(now);
  while (await removeSome(db, month, week)) {
    // Continues until less than a batch is left.
  }
}

/** @returns whether there may be more */
async function removeSome(db: Db, month: string, week: string): Promise<boolean> {
  // Skips rows that another node or the deletion of an account is deleting.
  const removed = await sql`
    delete from board_scores using (
      select old.user_pk, old.board from board_scores as old
      where (old.board >= 'month:' and old.board < ${month}) or (old.board >= 'week:' and old.board < ${week})
      limit ${batch} for update skip locked
    ) as gone
    where board_scores.user_pk = gone.user_pk and board_scores.board = gone.board`.execute(db);
  return Number(removed.numAffectedRows ?? 0) === batch;
}
