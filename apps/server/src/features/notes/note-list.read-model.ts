import type { NoteItem, NoteList } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { invalid } from '#platform/errors';
import { hasText, isGone, lessonChange, pathOf } from './notes.read-model.ts';

/** Sort key of the course order. A page begins after the key of the last note of the previous page. */
const courseOrder = ['trainings', 'chapters', 'subchapters'].flatMap((table) => [
  sql.ref<number>(`${table}.position`),
  sql.ref<number>(`${table}.pk`),
]);

interface Page {
  cursor?: string | undefined;
  limit: number;
  /** Text that the notes or the lesson name must contain, ignoring case. */
  q?: string | undefined;
}

/** Maximum bytes of text on a page: a hundred notes of maximum length would exhaust the memory of a small server. */
const maxPageBytes = 1_000_000;

/**
 * Reads a learner's notes in course order. The cost depends only on the learner's own notes; a page ends early if the
 * notes are long.
 */
export async function readNoteList(
  db: Db,
  userPk: number,
  { cursor, limit, q }: Page,
): Promise<Omit<NoteList, 'reminders'>> {
  const after = cursor === undefined ? undefined : decode(cursor);
  let query = notesOf(db, userPk)
    .select(['notes.subchapter_pk', sql<number[]>`array[${sql.join(courseOrder)}]`.as('position')])
    .select(
      sql<number>`octet_length(notes.what_i_learned) + octet_length(notes.did_not_understand)
        + octet_length(notes.marks::text)`.as('bytes'),
    )
    .where('notes.updated_at', 'is not', null)
    .where(sql<boolean>`(${hasText} or notes.marks <> '[]')`)
    .orderBy(sql.join(courseOrder))
    .limit(limit + 1);
  if (q) {
    const text = sql`lower(concat_ws(' ', subchapters.name, trainings.name, notes.what_i_learned,
      notes.did_not_understand, notes.marks::text))`;
    query = query.where(sql<boolean>`strpos(${text}, lower(${q})) > 0`);
  }
  if (after) query = query.where(sql<boolean>`(${sql.join(courseOrder)}) > (${sql.join(after)})`);
  const found = await query.execute();
  let bytes = 0;
  const page = found.slice(0, limit).filter((note, at) => {
    bytes += note.bytes;
    return at === 0 || bytes <= maxPageBytes;
  });
  const rows = page.length > 0 ? await readPageNotes(db, userPk, page) : [];
  return {
    notes: rows.map(
      (row): NoteItem => ({
        subchapter: {
          slug: row.slug,
          name: row.name,
          summary: row.summary,
          training: { slug: row.training_slug, name: row.training },
          path: row.path,
        },
        what_i_learned: row.what_i_learned,
        did_not_understand: row.did_not_understand,
        marks: row.marks,
        published: row.published_at !== null,
        hidden: row.hidden,
        updated_at: row.updated_at.toISOString(),
        old: row.old,
      }),
    ),
    next_cursor: found.length > page.length ? (page.at(-1)?.position.join('.') ?? null) : null,
  };
}

const notesOf = (db: Db, userPk: number) =>
  db
    .selectFrom('notes')
    .innerJoin('subchapters', 'subchapters.pk', 'notes.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .where('notes.user_pk', '=', userPk);

const readPageNotes = (db: Db, userPk: number, page: readonly { subchapter_pk: number }[]) =>
  notesOf(db, userPk)
    .select(['subchapters.slug', 'subchapters.name', 'subchapters.summary'])
    .select(['trainings.slug as training_slug', 'trainings.name as training'])
    .select(['notes.what_i_learned', 'notes.did_not_understand', 'notes.marks', 'notes.published_at', 'notes.hidden'])
    .select([sql<Date>`notes.updated_at`.as('updated_at'), pathOf.as('path'), lessonChange.as('old')])
    .where(
      'notes.subchapter_pk',
      'in',
      page.map(({ subchapter_pk }) => subchapter_pk),
    )
    .orderBy(sql.join(courseOrder))
    .execute();

/** Reads lessons without notes whose reminder is due. */
export async function readReminders(db: Db, userPk: number, now: Date): Promise<NoteList['reminders']> {
  const rows = await db
    .selectFrom('notes')
    .innerJoin('subchapters', 'subchapters.pk', 'notes.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(['subchapters.slug', 'subchapters.name', 'subchapters.summary', pathOf.as('path')])
    .select(['trainings.slug as training_slug', 'trainings.name as training'])
    .where('notes.user_pk', '=', userPk)
    .where('notes.updated_at', 'is', null)
    .where('notes.snoozed_until', '<=', now)
    .where(sql<boolean>`not ${isGone}`)
    .orderBy('notes.snoozed_until', 'desc')
    .orderBy('notes.subchapter_pk')
    .limit(20)
    .execute();
  return rows.map(({ training_slug, training, ...subchapter }) => ({
    ...subchapter,
    training: { slug: training_slug, name: training },
  }));
}

function decode(text: string): number[] {
  if (!/^\d{1,9}(\.\d{1,9}){5}$/.test(text)) {
    throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  }
  return text.split('.').map(Number);
}
