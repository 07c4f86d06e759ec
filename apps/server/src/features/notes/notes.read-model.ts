import type { Notes, OldNotes } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { invalid } from '#platform/errors';

const pageSize = 50;

/** A lesson that is shown, with the tier that it takes; undefined where there is none. */
export function findLesson(db: Db, slug: string) {
  return db
    .selectFrom('subchapters')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(['subchapters.pk', 'subchapters.slug', 'subchapters.revision', 'trainings.tier'])
    .where('subchapters.slug', '=', slug)
    .where('subchapters.hidden', '=', false)
    .where('chapters.hidden', '=', false)
    .where('trainings.hidden', '=', false)
    .executeTakeFirst();
}

export async function readNotes(db: Db, userPk: number, lesson: { pk: number; slug: string }): Promise<Notes> {
  const row = await db
    .selectFrom('notes')
    .select(['what_i_learned', 'did_not_understand', 'updated_at', 'snoozed_until'])
    .where('user_pk', '=', userPk)
    .where('subchapter_pk', '=', lesson.pk)
    .executeTakeFirst();
  return {
    subchapter: lesson.slug,
    what_i_learned: row?.what_i_learned ?? '',
    did_not_understand: row?.did_not_understand ?? '',
    updated_at: row?.updated_at?.toISOString() ?? null,
    snoozed_until: row?.snoozed_until?.toISOString() ?? null,
  };
}

/** Notes on lessons that are hidden now, or that were rewritten since; the newest first. */
export async function readOldNotes(db: Db, userPk: number, cursor: string | undefined): Promise<OldNotes> {
  const after = cursor === undefined ? undefined : decode(cursor);
  const isHidden = sql<boolean>`(subchapters.hidden or chapters.hidden or trainings.hidden)`;
  let query = db
    .selectFrom('notes')
    .innerJoin('subchapters', 'subchapters.pk', 'notes.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select([
      'subchapters.pk',
      'subchapters.slug',
      'subchapters.name',
      'chapters.slug as chapter',
      'trainings.slug as training_slug',
      'trainings.name as training',
      'notes.what_i_learned',
      'notes.did_not_understand',
      sql<Date>`notes.updated_at`.as('updated_at'),
      // A JavaScript date would lose the microseconds, and with them the place.
      sql<string>`(extract(epoch from notes.updated_at) * 1000000)::bigint::text`.as('at'),
    ])
    .select(isHidden.as('is_hidden'))
    .where('notes.user_pk', '=', userPk)
    .where('notes.updated_at', 'is not', null)
    .where(sql<boolean>`(notes.what_i_learned <> '' or notes.did_not_understand <> '')`)
    .where((where) => where.or([isHidden, where('notes.revision', '<>', where.ref('subchapters.revision'))]))
    .orderBy('notes.updated_at', 'desc')
    .orderBy('subchapters.pk', 'desc')
    .limit(pageSize + 1);
  if (after) {
    const at = sql`to_timestamp(0) + ${after.at}::bigint * interval '1 microsecond'`;
    query = query.where(sql<boolean>`(notes.updated_at, subchapters.pk) < (${at}, ${after.pk})`);
  }
  const rows = await query.execute();
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    notes: shown.map((row) => ({
      subchapter: {
        slug: row.slug,
        name: row.name,
        training: row.training,
        path: row.is_hidden ? null : `/courses/${row.training_slug}/${row.chapter}/${row.slug}`,
      },
      what_i_learned: row.what_i_learned,
      did_not_understand: row.did_not_understand,
      updated_at: row.updated_at.toISOString(),
    })),
    next_cursor: last && rows.length > pageSize ? `${last.at}.${last.pk}` : null,
  };
}

function decode(text: string): { at: string; pk: number } {
  const match = /^(\d{1,17})\.(\d{1,9})$/.exec(text);
  if (!match) throw invalid({ cursor: 'This cursor is not one of ours. Start again from the first page.' });
  return { at: match[1] ?? '', pk: Number(match[2]) };
}
