import type { Notes, OldNotes } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { microsOf, readTimeCursor, timeOf, writeTimeCursor } from '#platform/db/time-cursor';

const pageSize = 50;

// Fragments for queries that join notes with subchapters, chapters and trainings under these table names.

export const hasText = sql<boolean>`(notes.what_i_learned <> '' or notes.did_not_understand <> '')`;

/** True if the lesson is no longer visible. */
export const isGone = sql<boolean>`(subchapters.hidden or chapters.hidden or trainings.hidden)`;

/** Path of the lesson; null if it is no longer visible. */
export const pathOf = sql<string | null>`case when ${isGone} then null
  else '/courses/' || trainings.slug || '/' || chapters.slug || '/' || subchapters.slug end`;

/** Change of the lesson since the notes were written. */
export const lessonChange = sql<'gone' | 'rewritten' | null>`case when ${isGone} then 'gone'
  when notes.revision <> subchapters.revision then 'rewritten' end`;

/** Finds a visible lesson; undefined if there is none. */
export function findSubchapter(db: Db, slug: string) {
  return db
    .selectFrom('subchapters')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(['subchapters.pk', 'subchapters.slug'])
    .where('subchapters.slug', '=', slug)
    .where('subchapters.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('trainings.hidden', '=', false)
    .executeTakeFirst();
}

export async function readNotes(db: Db, userPk: number, subchapter: { pk: number; slug: string }): Promise<Notes> {
  const row = await db
    .selectFrom('notes')
    .select(['what_i_learned', 'did_not_understand', 'marks', 'published_at', 'hidden'])
    .select(['updated_at', 'snoozed_until'])
    .where('user_pk', '=', userPk)
    .where('subchapter_pk', '=', subchapter.pk)
    .executeTakeFirst();
  return {
    subchapter: subchapter.slug,
    what_i_learned: row?.what_i_learned ?? '',
    did_not_understand: row?.did_not_understand ?? '',
    marks: row?.marks ?? [],
    published: Boolean(row?.published_at),
    hidden: row?.hidden ?? false,
    updated_at: row?.updated_at?.toISOString() ?? null,
    snoozed_until: row?.snoozed_until?.toISOString() ?? null,
  };
}

/** Reads notes on lessons that are now hidden or have been rewritten, newest first. */
export async function readOldNotes(db: Db, userPk: number, cursor: string | undefined): Promise<OldNotes> {
  const after = readTimeCursor(cursor);
  let query = db
    .selectFrom('notes')
    .innerJoin('subchapters', 'subchapters.pk', 'notes.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(['subchapters.pk', 'subchapters.slug', 'subchapters.name'])
    .select(['trainings.slug as training', 'trainings.name as training_name'])
    .select(['notes.what_i_learned', 'notes.did_not_understand', sql<Date>`notes.updated_at`.as('updated_at')])
    .select([pathOf.as('path'), microsOf('notes.updated_at').as('at')])
    .where('notes.user_pk', '=', userPk)
    .where('notes.updated_at', 'is not', null)
    .where(hasText)
    .where((where) => where.or([isGone, where('notes.revision', '<>', where.ref('subchapters.revision'))]))
    .orderBy('notes.updated_at', 'desc')
    .orderBy('subchapters.pk', 'desc')
    .limit(pageSize + 1);
  if (after) query = query.where(sql<boolean>`(notes.updated_at, subchapters.pk) < (${timeOf(after)}, ${after.pk})`);
  const rows = await query.execute();
  const pageRows = rows.slice(0, pageSize);
  const last = pageRows.at(-1);
  return {
    notes: pageRows.map(({ slug, name, training, training_name, path, ...row }) => ({
      subchapter: { slug, name, training, training_name, path },
      what_i_learned: row.what_i_learned,
      did_not_understand: row.did_not_understand,
      updated_at: row.updated_at.toISOString(),
    })),
    next_cursor: last && rows.length > pageSize ? writeTimeCursor(last) : null,
  };
}
