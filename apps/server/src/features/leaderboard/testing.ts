import type { Db } from '#platform/db/db';
import { buildUser } from '#testing/factories';

/** A learner who stands on a board (all time) with so many points since a time. */
export async function buildScore(
  db: Db,
  score: { username?: string; board?: string; points: number; at: string },
): Promise<{ pk: number }> {
  const { pk } = await buildUser(db, score.username ? { username: score.username } : {});
  await db
    .insertInto('board_scores')
    // The text of the time goes in as it is: a JavaScript date would lose the microseconds.
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
