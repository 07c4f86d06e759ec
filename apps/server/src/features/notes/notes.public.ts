import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { hasText } from './lesson-columns.ts';

/** How many of a learner's notes wait to be reviewed. */
export async function countDueReviews(db: Db, userPk: number, now: Date): Promise<number> {
  const row = await db
    .selectFrom('note_cards')
    .innerJoin('notes', (join) =>
      join
        .onRef('notes.user_pk', '=', 'note_cards.user_pk')
        .onRef('notes.subchapter_pk', '=', 'note_cards.subchapter_pk'),
    )
    .select(sql<number>`count(*)::int`.as('due'))
    .where('note_cards.user_pk', '=', userPk)
    .where('note_cards.due_at', '<=', now)
    // A card outlives its text; without one there is nothing to ask.
    .where(hasText)
    .executeTakeFirstOrThrow();
  return row.due;
}
