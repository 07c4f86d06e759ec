import type { DueNotes } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import { microsOf, readTimeCursor, timeOf, writeTimeCursor } from '#platform/db/time-cursor';
import { hasText, pathOf } from './notes.read-model.ts';
import { daysByRating } from './review-schedule.ts';

/** Reads a learner's due cards, longest overdue first. Uses note_cards_due_idx. */
export async function readDueCards(
  db: Db,
  userPk: number,
  page: { cursor?: string | undefined; limit: number; now: Date },
): Promise<DueNotes> {
  const after = readTimeCursor(page.cursor);
  let query = cards(db, userPk)
    .innerJoin('subchapters', 'subchapters.pk', 'note_cards.subchapter_pk')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(['subchapters.pk', 'subchapters.slug', 'subchapters.name', 'subchapters.summary', pathOf.as('path')])
    .select(['trainings.slug as training_slug', 'trainings.name as training'])
    .select(['notes.what_i_learned', 'notes.did_not_understand', sql<Date>`notes.updated_at`.as('updated_at')])
    .select(['note_cards.due_at', 'note_cards.state', 'note_cards.stability', 'note_cards.difficulty'])
    .select(['note_cards.scheduled_days', 'note_cards.reps', 'note_cards.lapses', 'note_cards.last_review_at'])
    .select(microsOf('note_cards.due_at').as('at'))
    .where('note_cards.due_at', '<=', page.now)
    .orderBy('note_cards.due_at')
    .orderBy('note_cards.subchapter_pk')
    .limit(page.limit + 1);
  if (after) {
    query = query.where(sql<boolean>`(note_cards.due_at, note_cards.subchapter_pk) > (${timeOf(after)}, ${after.pk})`);
  }
  const [rows, total, next] = await Promise.all([
    query.execute(),
    countDueReviews(db, userPk, page.now),
    cards(db, userPk)
      .select('note_cards.due_at')
      .where('note_cards.due_at', '>', page.now)
      .orderBy('note_cards.due_at')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const pageRows = rows.slice(0, page.limit);
  const last = pageRows.at(-1);
  return {
    cards: pageRows.map((row) => ({
      subchapter: {
        slug: row.slug,
        name: row.name,
        summary: row.summary,
        training: { slug: row.training_slug, name: row.training },
        path: row.path,
      },
      what_i_learned: row.what_i_learned,
      did_not_understand: row.did_not_understand,
      updated_at: row.updated_at.toISOString(),
      due: row.due_at.toISOString(),
      reps: row.reps,
      days: daysByRating(row, page.now),
    })),
    total,
    next_at: next?.due_at.toISOString() ?? null,
    next_cursor: last && rows.length > page.limit ? writeTimeCursor(last) : null,
  };
}

/** Counts a learner's due reviews. */
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
    // A card without text has nothing to review.
    .where(hasText)
    .executeTakeFirstOrThrow();
  return row.due;
}

const cards = (db: Db, userPk: number) =>
  db
    .selectFrom('note_cards')
    .innerJoin('notes', (join) =>
      join
        .onRef('notes.user_pk', '=', 'note_cards.user_pk')
        .onRef('notes.subchapter_pk', '=', 'note_cards.subchapter_pk'),
    )
    .where('note_cards.user_pk', '=', userPk)
    .where(hasText);
