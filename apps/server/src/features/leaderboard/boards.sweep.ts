import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { oldestKept } from './boards.ts';

/** Rows a transaction: the counts of a board that nobody reads any more go with them. */
const batch = 2_000;

/** Takes away the boards of months and weeks that are over; the ones before the present stay. */
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
  // What another node removes at this moment, or the deletion of an account, is passed over.
  const removed = await sql`
    delete from board_scores using (
      select old.user_pk, old.board from board_scores as old
      where (old.board >= 'month:' and old.board < ${month}) or (old.board >= 'week:' and old.board < ${week})
      limit ${batch} for update skip locked
    ) as gone
    where board_scores.user_pk = gone.user_pk and board_scores.board = gone.board`.execute(db);
  return Number(removed.numAffectedRows ?? 0) === batch;
}
