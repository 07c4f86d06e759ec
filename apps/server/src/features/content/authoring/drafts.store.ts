import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db';
import { takeLock } from '#platform/db/locks';
import { AppError } from '#platform/errors';
import type { DraftRow, PlaceRow } from './drafts.read-model.ts';
import type { LessonWords } from './files/lesson-text.ts';

/** Any fixed number: whoever changes the places of lessons comes after whoever does so already. */
const placesLock = 4_839_212;

export const lockPlaces = (tx: Tx): Promise<void> => takeLock(tx, placesLock);

/** Any fixed number: saves of one author's draft of one lesson come one after another. */
const draftLock = 4_839_211;

export const lockDraft = (tx: Tx, lesson: string, userPk: number): Promise<void> =>
  takeLock(tx, draftLock, `${lesson} ${userPk}`);

interface Saved extends LessonWords {
  base: number | null;
  now: Date;
}

/**
 * Writes a draft under a new version. A plan that has failed is given up with it: what an author is in the middle of is
 * not published by surprise.
 */
export async function storeDraft(
  tx: Tx,
  { lesson, userPk }: { lesson: string; userPk: number },
  { head: { name, summary, minutes }, body, base, now }: Saved,
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

/** @returns whether this version was there */
export async function removeDraft(tx: Tx, { pk, version }: Pick<DraftRow, 'pk' | 'version'>): Promise<boolean> {
  const removed = await tx
    .deleteFrom('lesson_drafts')
    .where('pk', '=', pk)
    .where('version', '=', version)
    .returning('pk')
    .executeTakeFirst();
  return removed !== undefined;
}

/** @param at null gives a plan up */
export async function planDraft(tx: Tx, pk: number, plan: { at: Date | null; note: string }): Promise<void> {
  await tx
    .updateTable('lesson_drafts')
    .set({ publish_at: plan.at, note: plan.note, failure: '', tried_at: null })
    .where('pk', '=', pk)
    .execute();
}

/** How long a node has for what it has claimed; then another one tries. */
const claimMinutes = 5;

/** Drafts whose time has come; nobody else gets them meanwhile. */
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

/** Says why a planned draft was not published; one that was saved meanwhile is another draft. */
export async function noteFailure(
  tx: Tx,
  { pk, version }: Pick<DraftRow, 'pk' | 'version'>,
  failure: string,
): Promise<void> {
  await tx.updateTable('lesson_drafts').set({ failure }).where('pk', '=', pk).where('version', '=', version).execute();
}

/** Replaces the places of a training's lessons. @param training its id */
export async function storePlaces(
  tx: Tx,
  training: string,
  places: readonly Omit<PlaceRow, 'training'>[],
): Promise<void> {
  await tx.deleteFrom('lesson_places').where('training', '=', training).execute();
  if (places.length === 0) return;
  const stored = await tx
    .insertInto('lesson_places')
    .values(places.map((place) => ({ ...place, training })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .execute();
  if (stored.length < places.length)
    throw new AppError('conflict', 'Somebody else has just made a lesson with the same id or slug. Choose another.');
}

export async function removePlace(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom('lesson_places').where('uid', '=', uid).execute();
}
