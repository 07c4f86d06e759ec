import type { Feedback, FeedbackList } from '@hexpedition/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { timeOf } from '#platform/db/time-cursor';
import { invalid } from '#platform/errors';

export async function readFeedback(
  db: Db,
  userPk: number,
  subchapter: { pk: number; slug: string },
): Promise<Feedback> {
  const row = await db
    .selectFrom('lesson_feedback')
    .select(['pace', 'rating', 'text', 'updated_at'])
    .where('user_pk', '=', userPk)
    .where('subchapter_pk', '=', subchapter.pk)
    .executeTakeFirst();
  return {
    subchapter: subchapter.slug,
    pace: row?.pace ?? null,
    rating: row?.rating ?? null,
    text: row?.text ?? '',
    updated_at: row?.updated_at.toISOString() ?? null,
  };
}

interface Page {
  cursor?: string | undefined;
  limit: number;
  training?: string | undefined;
  /** A lesson. */
  subchapter?: string | undefined;
  /** Maximum number of points. */
  rating?: number | undefined;
}

interface Row {
  pace: Feedback['pace'];
  rating: number | null;
  text: string;
  updated_at: Date;
  at: string;
  user_pk: number;
  subchapter_pk: number;
  username: string;
  slug: string;
  name: string;
  training: string;
  old: boolean;
}

/**
 * Lists feedback, newest first. For one training or lesson it merges the newest rows of each lesson, read through
 * lesson_feedback_lesson_idx, so that the cost does not depend on the total.
 */
export async function readFeedbackList(
  db: Db,
  { cursor, limit, training, subchapter, rating }: Page,
): Promise<FeedbackList> {
  const after = cursor === undefined ? undefined : decode(cursor);
  const order = sql`given.updated_at desc, given.user_pk desc, given.subchapter_pk desc`;
  const isAfter = after
    ? sql`(given.updated_at, given.user_pk, given.subchapter_pk) < (${timeOf(after)}, ${after.pk}, ${after.subchapter})`
    : sql`true`;
  const isRated = rating === undefined ? sql`true` : sql`given.rating <= ${rating}`;
  const newest = (condition: RawBuilder<unknown>) => sql`
    select given.* from lesson_feedback given
    where ${condition} and ${isAfter} and ${isRated} order by ${order} limit ${limit + 1}`;
  const isLesson = subchapter === undefined ? sql`true` : sql`subchapters.slug = ${subchapter}`;
  const source =
    training === undefined && subchapter === undefined
      ? newest(sql`true`)
      : sql`select given.* from trainings
          join chapters on chapters.training_pk = trainings.pk
          join subchapters on subchapters.chapter_pk = chapters.pk
          cross join lateral (${newest(sql`given.subchapter_pk = subchapters.pk`)}) given
          where ${training === undefined ? sql`true` : sql`trainings.slug = ${training}`} and ${isLesson}
          order by ${order} limit ${limit + 1}`;
  const { rows } = await sql<Row>`
    select given.pace, given.rating, given.text, given.updated_at, given.user_pk, given.subchapter_pk,
      (extract(epoch from given.updated_at) * 1000000)::bigint::text as at,
      users.username, subchapters.slug, subchapters.name, trainings.slug as training,
      given.revision <> subchapters.revision as old
    from (${source}) given
    join users on users.pk = given.user_pk
    join subchapters on subchapters.pk = given.subchapter_pk
    join chapters on chapters.pk = subchapters.chapter_pk
    join trainings on trainings.pk = chapters.training_pk
    order by ${order}`.execute(db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    feedback: shown.map(({ pace, rating, text, updated_at, username, slug, name, training, old }) => ({
      pace,
      rating,
      text,
      subchapter: { slug, name, training },
      username,
      updated_at: updated_at.toISOString(),
      old,
    })),
    next_cursor: last && rows.length > limit ? `${last.at}.${last.user_pk}.${last.subchapter_pk}` : null,
  };
}

function decode(text: string): { at: string; pk: number; subchapter: number } {
  const [, at, pk, subchapter] = /^(\d{1,17})\.(\d{1,9})\.(\d{1,9})$/.exec(text) ?? [];
  if (!at) throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  return { at, pk: Number(pk), subchapter: Number(subchapter) };
}
