import type { AllNotes, EndpointInput } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { timeOf } from '#platform/db/time-cursor';
import { invalid } from '#platform/errors';

/** Reads one page of published notes of all learners, newest first, or only of those that were hidden. */
export async function readAllNotes(
  db: Db,
  { cursor, limit, only }: EndpointInput<'GET /api/admin/notes'>['query'],
): Promise<AllNotes> {
  let query = db
    .selectFrom('notes')
    .innerJoin('users', 'users.pk', 'notes.user_pk')
    .innerJoin('subchapters', 'subchapters.pk', 'notes.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(['users.username', 'subchapters.slug', 'subchapters.name', 'trainings.slug as training'])
    .select(['notes.what_i_learned as text', 'notes.hidden', 'notes.user_pk', 'notes.subchapter_pk'])
    .select(sql<Date>`notes.published_at`.as('published_at'))
    .select(sql<string>`(extract(epoch from notes.published_at) * 1000000)::bigint::text`.as('at'))
    .where('notes.published_at', 'is not', null)
    .orderBy('notes.published_at', 'desc')
    .orderBy('notes.user_pk', 'desc')
    .orderBy('notes.subchapter_pk', 'desc')
    .limit(limit + 1);
  if (only === 'hidden') query = query.where('notes.hidden', '=', true);
  if (cursor !== undefined) {
    const { at, pk, subchapter } = decode(cursor);
    query = query.where(
      sql<boolean>`(notes.published_at, notes.user_pk, notes.subchapter_pk) < (${timeOf({ at, pk })}, ${pk}, ${subchapter})`,
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    notes: page.map(({ username, slug, name, training, text, published_at, hidden }) => ({
      username,
      subchapter: { slug, name, training },
      text,
      published_at: published_at.toISOString(),
      hidden,
    })),
    next_cursor: last && rows.length > limit ? `${last.at}.${last.user_pk}.${last.subchapter_pk}` : null,
  };
}

function decode(text: string): { at: string; pk: number; subchapter: number } {
  const [, at, pk, subchapter] = /^(\d{1,17})\.(\d{1,9})\.(\d{1,9})$/.exec(text) ?? [];
  if (!at) throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  return { at, pk: Number(pk), subchapter: Number(subchapter) };
}
