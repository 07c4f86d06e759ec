import { sql, type Updateable } from 'kysely';
import type { Tx } from '#platform/db/db';
import type { Database } from '#platform/db/schema';
import type { ReviewRating } from './review-schedule.ts';

/** Locks the card of a lesson until the transaction ends. */
export const lockCard = (tx: Tx, userPk: number, slug: string, dueAt: Date) =>
  tx
    .selectFrom('note_cards')
    .innerJoin('subchapters', 'subchapters.pk', 'note_cards.subchapter_pk')
    .selectAll('note_cards')
    .where('note_cards.user_pk', '=', userPk)
    .where('subchapters.slug', '=', slug)
    // A hidden lesson may have the same slug as a visible one: prefers the card that was shown.
    .orderBy(sql`note_cards.due_at = ${dueAt}`, 'desc')
    .orderBy('subchapters.hidden')
    .forUpdate('note_cards')
    .executeTakeFirst();

/** Checks whether a card was already answered for this due date. */
export async function isAnswered(tx: Tx, userPk: number, subchapterPk: number, dueAt: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('note_reviews')
    .select('rating')
    .where('user_pk', '=', userPk)
    .where('subchapter_pk', '=', subchapterPk)
    .where('due_at', '=', dueAt)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the answer to a card and its next state. */
export async function writeReview(
  tx: Tx,
  card: { user_pk: number; subchapter_pk: number; due_at: Date },
  { rating, now, next }: { rating: ReviewRating; now: Date; next: Updateable<Database['note_cards']> },
): Promise<void> {
  const { user_pk, subchapter_pk, due_at } = card;
  await tx
    .updateTable('note_cards')
    .set(next)
    .where('user_pk', '=', user_pk)
    .where('subchapter_pk', '=', subchapter_pk)
    .execute();
  await tx.insertInto('note_reviews').values({ user_pk, subchapter_pk, due_at, rating, reviewed_at: now }).execute();
}
