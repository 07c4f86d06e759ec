import type { ReviewAnswer } from '@hexpedition/contract';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import { type ReviewRating, scheduleAnswer } from './review-schedule.ts';
import { isAnswered, lockCard, writeReview } from './reviews.store.ts';

interface Input {
  subchapter: string;
  rating: ReviewRating;
  due: string;
}

/** Records how well a learner remembered the notes on a lesson. */
export function createReviewsService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Answers a card as it was shown. A second answer to the same review changes nothing.
     * @throws AppError not_found, conflict
     */
    async review(userPk: number, { subchapter, rating, due }: Input): Promise<ReviewAnswer> {
      const dueAt = new Date(due);
      return db.transaction().execute(async (tx) => {
        const card = await lockCard(tx, userPk, subchapter, dueAt);
        if (!card) throw notFound('review');
        if (card.due_at.getTime() !== dueAt.getTime()) {
          if (!(await isAnswered(tx, userPk, card.subchapter_pk, dueAt))) throw staleReview();
          return { subchapter, due: card.due_at.toISOString(), counted: false };
        }
        const now = clock.now();
        if (dueAt > now) throw new AppError('conflict', 'This review is not due yet. Come back when it is.');
        const next = scheduleAnswer(card, rating, now);
        await writeReview(tx, card, { rating, now, next });
        return { subchapter, due: next.due_at.toISOString(), counted: true };
      });
    },
  };
}

const staleReview = () => new AppError('conflict', 'This review has changed since it was shown. Reload your reviews.');
