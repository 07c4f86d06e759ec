import { sql } from 'kysely';

/** Parts of queries that join notes with subchapters, chapters and trainings under their own names. */

export const hasText = sql<boolean>`(notes.what_i_learned <> '' or notes.did_not_understand <> '')`;

/** The lesson is no longer shown. */
export const isGone = sql<boolean>`(subchapters.hidden or chapters.hidden or trainings.hidden)`;

/** The lesson's address; null when it is no longer shown. */
export const pathOf = sql<string | null>`case when ${isGone} then null
  else '/courses/' || trainings.slug || '/' || chapters.slug || '/' || subchapters.slug end`;

/** What became of the lesson since the notes were written. */
export const oldness = sql<'gone' | 'rewritten' | null>`case when ${isGone} then 'gone'
  when notes.revision <> subchapters.revision then 'rewritten' end`;
