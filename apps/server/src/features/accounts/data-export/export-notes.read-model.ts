import { sql } from 'kysely';
import type { Tx } from '#platform/db/db';
import { maxRows } from './export-access.read-model.ts';

/** The user's notes on lessons, their review schedule, and lesson feedback. */
export async function readNotes(tx: Tx, userPk: number) {
  return {
    notes: await subchapters(tx)
      .innerJoin('notes', 'notes.subchapter_pk', 'subchapters.pk')
      .select(['notes.what_i_learned', 'notes.did_not_understand', 'notes.marks', 'notes.revision'])
      .select(['notes.published_at', 'notes.hidden as taken_down', 'notes.updated_at', 'notes.snoozed_until'])
      .where('notes.user_pk', '=', userPk)
      .orderBy('notes.subchapter_pk')
      .execute(),
    note_reviews: {
      cards: await subchapters(tx)
        .innerJoin('note_cards', 'note_cards.subchapter_pk', 'subchapters.pk')
        .select(['note_cards.due_at', 'note_cards.state', 'note_cards.stability', 'note_cards.difficulty'])
        .select(['note_cards.scheduled_days', 'note_cards.reps', 'note_cards.lapses', 'note_cards.last_review_at'])
        .where('note_cards.user_pk', '=', userPk)
        .orderBy('note_cards.subchapter_pk')
        .execute(),
      total: await countAnswers(tx, userPk),
      answers: await subchapters(tx)
        .innerJoin('note_reviews', 'note_reviews.subchapter_pk', 'subchapters.pk')
        .select(['note_reviews.due_at', 'note_reviews.rating', 'note_reviews.reviewed_at'])
        .where('note_reviews.user_pk', '=', userPk)
        .orderBy('note_reviews.reviewed_at', 'desc')
        .limit(maxRows)
        .execute(),
    },
    feedback: await subchapters(tx)
      .innerJoin('lesson_feedback', 'lesson_feedback.subchapter_pk', 'subchapters.pk')
      .select(['lesson_feedback.pace', 'lesson_feedback.rating', 'lesson_feedback.text'])
      .select(['lesson_feedback.revision', 'lesson_feedback.updated_at'])
      .where('lesson_feedback.user_pk', '=', userPk)
      .orderBy('lesson_feedback.subchapter_pk')
      .execute(),
  };
}

const subchapters = (tx: Tx) =>
  tx
    .selectFrom('subchapters')
    .innerJoin('chapters', 'chapters.pk', 'subchapters.chapter_pk')
    .innerJoin('trainings', 'trainings.pk', 'chapters.training_pk')
    .select(['trainings.name as training', 'subchapters.name as lesson']);

async function countAnswers(tx: Tx, userPk: number): Promise<number> {
  const row = await tx
    .selectFrom('note_reviews')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('user_pk', '=', userPk)
    .executeTakeFirstOrThrow();
  return row.total;
}
