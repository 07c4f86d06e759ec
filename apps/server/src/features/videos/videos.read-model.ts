import type { VideoView } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

interface Subchapter {
  pk: number;
}

/** Finds a visible video of a lesson, or undefined. */
export function findVideo(db: Db, subchapter: Subchapter, id: string) {
  return videosOf(db, subchapter).where('modules.id', '=', id).executeTakeFirst();
}

const videosOf = (db: Db, { pk }: Subchapter) =>
  db
    .selectFrom('modules')
    .select(['modules.pk', 'modules.id'])
    .where('modules.subchapter_pk', '=', pk)
    .where('modules.kind', '=', 'video')
    .where('modules.hidden', '=', false);

function views(db: Db, userPk: number) {
  return db
    .selectFrom('video_views')
    .innerJoin('modules', 'modules.pk', 'video_views.module_pk')
    .select(['modules.id', 'video_views.position'])
    .select(
      sql<VideoView['watched']>`(
        select coalesce(jsonb_agg(jsonb_build_array(lower(range), upper(range)) order by range), '[]')
        from unnest(video_views.watched) as range
      )`.as('watched'),
    )
    .where('video_views.user_pk', '=', userPk);
}

export function readViews(db: Db, userPk: number, subchapter: Subchapter): Promise<VideoView[]> {
  return views(db, userPk)
    .where('modules.subchapter_pk', '=', subchapter.pk)
    .where('modules.hidden', '=', false)
    .orderBy('modules.position')
    .execute();
}

export function readView(db: Db, userPk: number, video: { pk: number }): Promise<VideoView> {
  return views(db, userPk).where('video_views.module_pk', '=', video.pk).executeTakeFirstOrThrow();
}
