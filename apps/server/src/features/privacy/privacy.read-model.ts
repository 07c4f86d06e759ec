import type { PublishedVersions } from '@hexpedition/contract';
import type { Db, Tx } from '#platform/db/db';

const versions = (db: Db | Tx) =>
  db
    .selectFrom('privacy_versions')
    .leftJoin('users', 'users.pk', 'privacy_versions.published_by')
    .select([
      'privacy_versions.number',
      'privacy_versions.id',
      'privacy_versions.status',
      'privacy_versions.published_at',
      'users.username as published_by',
    ]);

/** Returns the active configuration; undefined before the first start. */
export const findActive = (db: Db | Tx) =>
  versions(db).select('privacy_versions.config').where('privacy_versions.status', '=', 'active').executeTakeFirst();

export type ActiveRow = NonNullable<Awaited<ReturnType<typeof findActive>>>;

/** Returns only the id of the active configuration, to check whether a cached one is current. */
export const findActiveId = (db: Db) =>
  db.selectFrom('privacy_versions').select('id').where('status', '=', 'active').executeTakeFirst();

export const findVersion = (db: Db, number: number) =>
  versions(db).select('privacy_versions.config').where('privacy_versions.number', '=', number).executeTakeFirst();

export const findVersionById = (db: Db, id: string) =>
  db.selectFrom('privacy_versions').select(['number', 'config']).where('id', '=', id).executeTakeFirst();

export const findDraft = (db: Db | Tx) =>
  db
    .selectFrom('privacy_draft')
    .leftJoin('users', 'users.pk', 'privacy_draft.changed_by')
    .select([
      'privacy_draft.id',
      'privacy_draft.config',
      'privacy_draft.revision',
      'privacy_draft.base',
      'privacy_draft.changed_at',
      'privacy_draft.changed_by as changed_by_pk',
      'users.username as changed_by',
    ])
    .executeTakeFirst();

export type DraftRow = NonNullable<Awaited<ReturnType<typeof findDraft>>>;

/** Returns one page of all versions, newest first. @param before number of the last version of the previous page */
export async function readVersions(db: Db, limit: number, before: string | undefined): Promise<PublishedVersions> {
  let query = versions(db)
    .orderBy('privacy_versions.number', 'desc')
    .limit(limit + 1);
  if (before !== undefined) query = query.where('privacy_versions.number', '<', Number(before));
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  return {
    versions: page.map(({ published_at, ...row }) => ({ ...row, published_at: published_at.toISOString() })),
    next_cursor: rows.length > limit ? String(page.at(-1)?.number) : null,
  };
}
