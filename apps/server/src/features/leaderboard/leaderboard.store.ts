import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';
import { boardsOf } from './boards.ts';

/**
 * Adds the points of a flag or repair to a learner's scores on all boards that it counts for. The caller must have locked
 * the learner's row in `users`, which serializes concurrent solves and keeps the account from being hidden or deleted.
 */
export async function addToBoards(
  tx: Tx,
  solve: { userPk: number; continent: string | null; points: number; flags: 0 | 1; now: Date },
): Promise<void> {
  const { userPk, continent, points, flags, now } = solve;
  const boards = boardsOf(now, continent);
  // Two statements, because the trigger of one statement updates the counts in a fixed order (see 0008_boards.sql). An
  // insert with `on conflict do update` would fire two triggers, and concurrent solves could deadlock.
  await tx
    .insertInto('board_scores')
    .values(boards.map((board) => ({ user_pk: userPk, board, points: 0, flags: 0, last_solve_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .updateTable('board_scores')
    .set({
      points: sql`board_scores.points + ${points}`,
      flags: sql`board_scores.flags + ${flags}`,
      // A flag without points does not change the rank, so it must not change the time that breaks ties.
      ...(points > 0 ? { last_solve_at: now } : {}),
    })
    .where('board_scores.user_pk', '=', userPk)
    .where('board_scores.board', 'in', boards)
    .execute();
}
