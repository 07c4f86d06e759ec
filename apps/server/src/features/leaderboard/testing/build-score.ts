import type { Db } from '#platform/db/db';
import { buildUser } from '#testing/factories';

/** Creates a learner with a score on a board, by default the board of all time. */
export async function buildScore(
  db: Db,
  score: { username?: string; board?: string; points: number; at: string },
): Promise<{ pk: number }> {
  const { pk } = await buildUser(db, score.username ? { username: score.username } : {});
  await db
    .insertInto('board_scores')
    // The time is inserted as text, because a JavaScript date would lose the microseconds.
    .values({
      user_pk: pk,
      board: score.board ?? 'all',
      points: score.points,
      flags: 1,
      last_solve_at: score.at as unknown as Date,
    })
    .execute();
  return { pk };
}
