import type { VideoViewBody } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/**
 * Maximum watched ranges per video and learner. Only a script sends more; then the gaps between the ranges are closed.
 */
const maxRanges = 500;

/** Merges the watched ranges into the stored ones. The order of reports from several players does not matter. */
export async function mergeView(
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
        watched: sql`case when (select count(*) from unnest(${both})) > ${maxRanges}
          then int4multirange(range_merge(${both})) else ${both} end`,
        updated_at: now,
      }),
    )
    .execute();
}
