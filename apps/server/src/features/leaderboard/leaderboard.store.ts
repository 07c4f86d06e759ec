import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';
import { boardsOf } from './boards.ts';

/**
 * Adds a flag, or the points of a repair, to a learner's sums on every board that it counts for. To be called while their row in `users` is held:
 * two flags of one learner at once are added one after the other, and nobody is hidden or deleted meanwhile.
 */
export async function addToBoards(
  tx: Tx,
  solve: { userPk: number; continent: string | null; points: number; flags: 0 | 1; now: Date },
): Promise<void> {
  const { userPk, continent, points, flags, now } = solve;
  const boards = boardsOf(now, continent);
  // In two steps, because the triggers of one statement change the counts in one order (see 0008_boards.sql); an insert
  // that updates as well would run two of them, and learners who solve at once could wait for each other in a circle.
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
      // A flag worth nothing changes no rank, so it does not make its finder later.
      ...(points > 0 ? { last_solve_at: now } : {}),
    })
    .where('board_scores.user_pk', '=', userPk)
    .where('board_scores.board', 'in', boards)
    .execute();
}
