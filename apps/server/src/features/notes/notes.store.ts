import type { NotesBody } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { firstDueAt } from './review-schedule.ts';

interface Subchapter {
  pk: number;
  revision: number;
}

/** Locks the notes on a lesson until the transaction ends; creates them if necessary. */
export async function lockNotes(tx: Tx, userPk: number, subchapter: Subchapter) {
  const key = { user_pk: userPk, subchapter_pk: subchapter.pk };
  await tx
    .insertInto('notes')
    .values({ ...key, revision: subchapter.revision, updated_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('notes')
    .select(['what_i_learned', 'did_not_understand', 'marks', 'published_at', 'revision', 'updated_at'])
    .where('user_pk', '=', userPk)
    .where('subchapter_pk', '=', subchapter.pk)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export type LockedNotes = Awaited<ReturnType<typeof lockNotes>>;

/** Writes the given fields and keeps the others. Text and marks refer to the current revision of the lesson. */
export async function writeNotes(
  tx: Tx,
  userPk: number,
  subchapter: Subchapter,
  { what_i_learned, did_not_understand, marks, published }: NotesBody,
  now: Date,
): Promise<void> {
  const isWritten = what_i_learned !== undefined || did_not_understand !== undefined || marks !== undefined;
  await tx
    .updateTable('notes')
    .set({
      ...(what_i_learned === undefined ? {} : { what_i_learned }),
      ...(did_not_understand === undefined ? {} : { did_not_understand }),
      ...(marks === undefined ? {} : { marks: JSON.stringify(marks) }),
      ...(published === undefined
        ? {}
        : { published_at: published ? sql<Date>`coalesce(published_at, ${now})` : null }),
      ...(isWritten ? { revision: subchapter.revision } : {}),
      updated_at: now,
    })
    .where('user_pk', '=', userPk)
    .where('subchapter_pk', '=', subchapter.pk)
    .execute();
}

/** Creates a review card when the first text on a lesson is written; an existing card stays unchanged. */
export async function ensureCard(tx: Tx, userPk: number, subchapter: Subchapter, now: Date): Promise<void> {
  await tx
    .insertInto('note_cards')
    .values({ user_pk: userPk, subchapter_pk: subchapter.pk, due_at: firstDueAt(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Snoozes the reminder to write notes; existing notes stay unchanged. */
export async function snoozeNotes(db: Db, userPk: number, subchapter: Subchapter, until: Date): Promise<void> {
  await db
    .insertInto('notes')
    .values({
      user_pk: userPk,
      subchapter_pk: subchapter.pk,
      revision: subchapter.revision,
      updated_at: null,
      snoozed_until: until,
    })
    .onConflict((conflict) => conflict.columns(['user_pk', 'subchapter_pk']).doUpdateSet({ snoozed_until: until }))
    .execute();
}

/** Locks the notes of an account on a lesson, both by name, until the transaction ends. */
export function lockNoteByUsername(tx: Tx, username: string, subchapterSlug: string) {
  return (
    tx
      .selectFrom('notes')
      .innerJoin('users', 'users.pk', 'notes.user_pk')
      .innerJoin('subchapters', 'subchapters.pk', 'notes.subchapter_pk')
      .select(['notes.user_pk', 'notes.subchapter_pk', 'notes.hidden'])
      .where(sql`lower(users.username)`, '=', username.toLowerCase())
      .where('subchapters.slug', '=', subchapterSlug)
      .where('notes.updated_at', 'is not', null)
      // If two lessons have the same slug, prefers the visible one.
      .orderBy('subchapters.hidden')
      .forUpdate('notes')
      .executeTakeFirst()
  );
}

/** Hides published notes, or shows them again. */
export async function setNoteHidden(
  tx: Tx,
  note: { user_pk: number; subchapter_pk: number },
  hidden: boolean,
): Promise<void> {
  await tx
    .updateTable('notes')
    .set({ hidden })
    .where('user_pk', '=', note.user_pk)
    .where('subchapter_pk', '=', note.subchapter_pk)
    .execute();
}
