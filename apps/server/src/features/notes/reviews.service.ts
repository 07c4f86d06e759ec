import type { ReviewAnswer } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import { answer, type ReviewRating } from './schedule.ts';

interface Input {
  subchapter: string;
  rating: ReviewRating;
  due: string;
}

/** What a learner says about how well a lesson's notes were remembered. */
export function createReviewsService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Answers a card as it was shown. The second answer to the same showing changes nothing.
     * @throws AppError not_found, conflict
     */
    async review(userPk: number, { subchapter, rating, due }: Input): Promise<ReviewAnswer> {
      const dueAt = new Date(due);
      return db.transaction().execute(async (tx) => {
        const card = await holdCard(tx, userPk, subchapter, dueAt);
        if (!card) throw notFound('review');
        if (card.due_at.getTime() !== dueAt.getTime()) {
          if (!(await isAnswered(tx, userPk, card.subchapter_pk, dueAt))) throw stale();
          return { subchapter, due: card.due_at.toISOString(), counted: false };
        }
        const now = clock.now();
        if (dueAt > now) throw new AppError('conflict', 'This review is not due yet. Come back when it is.');
        const next = answer(card, rating, now);
        const own = { user_pk: userPk, subchapter_pk: card.subchapter_pk };
        await tx
          .updateTable('note_cards')
          .set(next)
          .where('user_pk', '=', userPk)
          .where('subchapter_pk', '=', card.subchapter_pk)
          .execute();
        await tx
          .insertInto('note_reviews')
          .values({ ...own, due_at: dueAt, rating, reviewed_at: now })
          .execute();
        return { subchapter, due: next.due_at.toISOString(), counted: true };
      });
    },
  };
}

/** The card of a lesson, held until the transaction ends. */
const holdCard = (tx: Tx, userPk: number, slug: string, dueAt: Date) =>
  tx
    .selectFrom('note_cards')
    .innerJoin('subchapters', 'subchapters.pk', 'note_cards.subchapter_pk')
    .selectAll('note_cards')
    .where('note_cards.user_pk', '=', userPk)
    .where('subchapters.slug', '=', slug)
    // A lesson that is gone may share its slug with one that is shown: the card that was shown is meant.
    .orderBy(sql`note_cards.due_at = ${dueAt}`, 'desc')
    .orderBy('subchapters.hidden')
    .forUpdate('note_cards')
    .executeTakeFirst();

async function isAnswered(tx: Tx, userPk: number, lessonPk: number, dueAt: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('note_reviews')
    .select('rating')
    .where('user_pk', '=', userPk)
    .where('subchapter_pk', '=', lessonPk)
    .where('due_at', '=', dueAt)
    .executeTakeFirst();
  return row !== undefined;
}

const stale = () => new AppError('conflict', 'This review has changed since it was shown. Load your reviews again.');
