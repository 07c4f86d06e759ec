import type { FeedbackBody } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** Stores the given fields for the current revision of the lesson, and keeps the others. */
export async function writeFeedback(
  db: Db,
  userPk: number,
  subchapter: { pk: number; revision: number },
  { pace, rating, text }: FeedbackBody,
  now: Date,
): Promise<void> {
  await db
    .insertInto('lesson_feedback')
    .values({
      user_pk: userPk,
      subchapter_pk: subchapter.pk,
      pace: pace ?? null,
      rating: rating ?? null,
      text: text ?? '',
      revision: subchapter.revision,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_pk', 'subchapter_pk']).doUpdateSet({
        ...(pace === undefined ? {} : { pace }),
        ...(rating === undefined ? {} : { rating }),
        ...(text === undefined ? {} : { text }),
        revision: sql`excluded.revision`,
        updated_at: now,
      }),
    )
    .execute();
}
