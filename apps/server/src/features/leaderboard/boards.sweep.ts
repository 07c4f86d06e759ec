import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { oldestKept } from './boards.ts';

/** Rows that one transaction removes, with their counts. Nobody reads these boards any more, so a part may be gone. */
const batch = 2_000;

/** Removes the boards of past months and weeks, except the last month and the last week. */
export function createBoardsSweep({ db, clock }: { db: Db; clock: Clock }): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    // A board of a million learners takes longer than the pause between two sweeps.
    running ??= sweep(db, clock.now()).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function sweep(db: Db, now: Date): Promise<void> {
  const { month, week } = oldestKept(now);
  while (await removeSome(db, month, week)) {
    // Goes on until less than a batch is left.
  }
}

/** @returns whether there may be more */
async function removeSome(db: Db, month: string, week: string): Promise<boolean> {
  // Passes over rows that another node, or the deletion of an account, is removing at this moment.
  const removed = await sql`
    delete from board_scores using (
      select old.user_pk, old.board from board_scores as old
      where (old.board >= 'month:' and old.board < ${month}) or (old.board >= 'week:' and old.board < ${week})
      limit ${batch} for update skip locked
    ) as gone
    where board_scores.user_pk = gone.user_pk and board_scores.board = gone.board`.execute(db);
  return Number(removed.numAffectedRows ?? 0) === batch;
}
