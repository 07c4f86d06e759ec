import type { LabOpinion, LabSolutions } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { microsOf, readTimeCursor, timeOf, writeTimeCursor } from '#platform/db/time-cursor';

const pageSize = 10;

/** Returns a learner's solution and rating of a lab. */
export async function readOpinion(db: Db, userPk: number, labPk: number): Promise<LabOpinion> {
  const [solution, rating] = await Promise.all([
    db
      .selectFrom('lab_solutions')
      .select(['text', 'html', 'published', 'hidden', 'updated_at'])
      .where('user_pk', '=', userPk)
      .where('lab_pk', '=', labPk)
      .where('text', '<>', '')
      .executeTakeFirst(),
    db
      .selectFrom('lab_ratings')
      .select('difficulty')
      .where('user_pk', '=', userPk)
      .where('lab_pk', '=', labPk)
      .executeTakeFirst(),
  ]);
  return {
    solution: solution ? { ...solution, updated_at: solution.updated_at.toISOString() } : null,
    difficulty: rating?.difficulty ?? null,
  };
}

/**
 * Returns one page of the published solutions of a lab, newest first. Excludes disabled accounts and accounts that are
 * scheduled for deletion.
 * @param page.withHidden includes solutions that a superuser has hidden
 */
export async function readSolutions(
  db: Db,
  page: { labPk: number; viewerPk: number; withHidden: boolean; cursor?: string | undefined },
): Promise<LabSolutions> {
  const after = readTimeCursor(page.cursor);
  let query = db
    .selectFrom('lab_solutions')
    .innerJoin('users', 'users.pk', 'lab_solutions.user_pk')
    .select(['lab_solutions.pk', 'lab_solutions.user_pk', 'lab_solutions.html', 'lab_solutions.hidden'])
    .select(['users.username', 'users.avatar as image'])
    // Slug for a link to the profile, if the profile is public.
    .select(sql<string | null>`case when users.profile_public then users.profile_slug end`.as('slug'))
    .select([sql<Date>`lab_solutions.published_at`.as('published_at'), microsOf('lab_solutions.published_at').as('at')])
    .where('lab_solutions.lab_pk', '=', page.labPk)
    .where('lab_solutions.published', '=', true)
    .where('lab_solutions.published_at', 'is not', null)
    .where('users.is_active', '=', true)
    .where('users.delete_at', 'is', null)
    .orderBy('lab_solutions.published_at', 'desc')
    .orderBy('lab_solutions.pk', 'desc')
    .limit(pageSize + 1);
  if (!page.withHidden) query = query.where('lab_solutions.hidden', '=', false);
  if (after) {
    query = query.where(sql<boolean>`(lab_solutions.published_at, lab_solutions.pk) < (${timeOf(after)}, ${after.pk})`);
  }
  const rows = await query.execute();
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    solutions: shown.map(({ pk, username, slug, image, html, published_at, user_pk, hidden }) => ({
      pk,
      username,
      slug,
      image,
      html,
      published_at: published_at.toISOString(),
      own: user_pk === page.viewerPk,
      hidden,
    })),
    next_cursor: last && rows.length > pageSize ? writeTimeCursor(last) : null,
  };
}
