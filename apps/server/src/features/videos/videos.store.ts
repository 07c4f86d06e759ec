import type { VideoViewBody } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/**
 * Pieces of a video that are kept of one learner. Only a script sends more than this; the gaps between the pieces are
 * closed then.
 */
const mostPieces = 500;

/** Adds what was seen to what is known, in whichever order two players report. */
export async function addToView(
  db: Db,
  userPk: number,
  modulePk: number,
  { position, watched }: VideoViewBody,
  now: Date,
): Promise<void> {
  const seen = `{${watched.map(([from, to]) => `[${from},${to})`).join(',')}}`;
  const both = sql`video_views.watched + excluded.watched`;
  await db
    .insertInto('video_views')
    .values({ user_pk: userPk, module_pk: modulePk, position, watched: seen, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_pk', 'module_pk']).doUpdateSet({
        position,
        watched: sql`case when (select count(*) from unnest(${both})) > ${mostPieces}
          then int4multirange(range_merge(${both})) else ${both} end`,
        updated_at: now,
      }),
    )
    .execute();
}
