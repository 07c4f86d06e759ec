import type { PublishedNotes } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { microsOf, readTimeCursor, timeOf, writeTimeCursor } from '#platform/db/time-cursor';

export async function hasCompletedLesson(db: Db, userPk: number, subchapterPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('completions')
    .select('user_pk')
    .where('user_pk', '=', userPk)
    .where('subchapter_pk', '=', subchapterPk)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Reads the published notes on a lesson, newest first, except those of disabled accounts and accounts scheduled for
 * deletion. Uses notes_published_idx.
 */
export async function readPublished(
  db: Db,
  page: { subchapterPk: number; viewerPk: number; cursor?: string | undefined; limit: number },
): Promise<PublishedNotes> {
  const after = readTimeCursor(page.cursor);
  let query = db
    .selectFrom('notes')
    .innerJoin('users', 'users.pk', 'notes.user_pk')
    .select(['users.pk', 'users.username', 'users.avatar as image', 'notes.what_i_learned as text'])
    // Slug of the profile to link to; null unless the profile is public.
    .select(sql<string | null>`case when users.profile_public then users.profile_slug end`.as('slug'))
    .select([sql<Date>`notes.published_at`.as('published_at'), microsOf('notes.published_at').as('at')])
    .where('notes.subchapter_pk', '=', page.subchapterPk)
    .where('notes.published_at', 'is not', null)
    .where('notes.hidden', '=', false)
    .where('notes.what_i_learned', '<>', '')
    .where('users.is_active', '=', true)
    .where('users.delete_at', 'is', null)
    .orderBy('notes.published_at', 'desc')
    .orderBy('notes.user_pk', 'desc')
    .limit(page.limit + 1);
  if (after) query = query.where(sql<boolean>`(notes.published_at, notes.user_pk) < (${timeOf(after)}, ${after.pk})`);
  const rows = await query.execute();
  const pageRows = rows.slice(0, page.limit);
  const last = pageRows.at(-1);
  return {
    notes: pageRows.map(({ username, slug, image, text, published_at, pk }) => ({
      username,
      slug,
      image,
      text,
      published_at: published_at.toISOString(),
      own: pk === page.viewerPk,
    })),
    next_cursor: last && rows.length > page.limit ? writeTimeCursor(last) : null,
  };
}
