import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { AppError } from '#platform/errors';
import type { DraftRow, PlaceRow } from './drafts.read-model.ts';
import type { LessonContent } from './files/lesson-text.ts';

/** Advisory lock id, any fixed number. Serializes changes of lesson places. */
const placesLock = 4_839_212;

export const lockPlaces = (tx: Tx): Promise<void> => takeLock(tx, placesLock);

/** Advisory lock id, any fixed number. Serializes saves of one author's draft of one lesson. */
const draftLock = 4_839_211;

export const lockDraft = (tx: Tx, lesson: string, userPk: number): Promise<void> =>
  takeLock(tx, draftLock, `${lesson} ${userPk}`);

interface DraftValues extends LessonContent {
  base: number | null;
  now: Date;
}

/**
 * Writes a draft under a new version. Clears a failed schedule: a draft that its author is editing must not be
 * published unexpectedly.
 */
export async function storeDraft(
  tx: Tx,
  { lesson, userPk }: { lesson: string; userPk: number },
  { head: { name, summary, minutes }, body, base, now }: DraftValues,
): Promise<DraftRow> {
  const values = { name, summary, minutes, body, base, saved_at: now };
  return tx
    .insertInto('lesson_drafts')
    .values({ lesson, user_pk: userPk, ...values })
    .onConflict((conflict) =>
      conflict.columns(['lesson', 'user_pk']).doUpdateSet({
        ...values,
        version: sql`excluded.version`,
        publish_at: sql`case when lesson_drafts.failure = '' then lesson_drafts.publish_at end`,
        failure: '',
        tried_at: null,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns whether this version existed */
export async function removeDraft(tx: Tx, { pk, version }: Pick<DraftRow, 'pk' | 'version'>): Promise<boolean> {
  const removed = await tx
    .deleteFrom('lesson_drafts')
    .where('pk', '=', pk)
    .where('version', '=', version)
    .returning('pk')
    .executeTakeFirst();
  return removed !== undefined;
}

/** @param at null cancels the schedule */
export async function scheduleDraft(tx: Tx, pk: number, schedule: { at: Date | null; note: string }): Promise<void> {
  await tx
    .updateTable('lesson_drafts')
    .set({ publish_at: schedule.at, note: schedule.note, failure: '', tried_at: null })
    .where('pk', '=', pk)
    .execute();
}

/** Time that a node has for a claimed draft; then another node may try. */
const claimMinutes = 5;

/** Claims the drafts that are due, so that no other node publishes them meanwhile. */
export async function claimDue(db: Db, now: Date): Promise<DraftRow[]> {
  return db
    .updateTable('lesson_drafts')
    .set({ tried_at: now })
    .where('publish_at', '<=', now)
    .where('failure', '=', '')
    .where((eb) =>
      eb.or([eb('tried_at', 'is', null), eb('tried_at', '<', new Date(now.getTime() - claimMinutes * 60_000))]),
    )
    .returningAll()
    .execute();
}

/** Stores why a scheduled draft was not published, unless the draft was saved again meanwhile. */
export async function storeFailure(
  tx: Tx,
  { pk, version }: Pick<DraftRow, 'pk' | 'version'>,
  failure: string,
): Promise<void> {
  await tx.updateTable('lesson_drafts').set({ failure }).where('pk', '=', pk).where('version', '=', version).execute();
}

/** Replaces the places of a training's lessons. @param training id of the training */
export async function storePlaces(
  tx: Tx,
  training: string,
  places: readonly Omit<PlaceRow, 'training'>[],
): Promise<void> {
  await tx.deleteFrom('unpublished_lessons').where('training', '=', training).execute();
  if (places.length === 0) return;
  const stored = await tx
    .insertInto('unpublished_lessons')
    .values(places.map((place) => ({ ...place, training })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .execute();
  if (stored.length < places.length)
    throw new AppError(
      'conflict',
      'Another author has just created a lesson with the same id or slug. Choose another.',
    );
}

export async function removePlace(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom('unpublished_lessons').where('uid', '=', uid).execute();
}
