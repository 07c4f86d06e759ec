import { z } from 'zod';
import { Slug, storable, Time } from './common.ts';

const longest = 20_000;
const Text = z.string().max(longest, 'Use at most 20,000 characters.');

const MarkText = z.string().regex(storable, 'This holds a character that cannot be stored.');

/** A time in a video of the lesson. */
export const NoteMark = z.object({
  /** Id of the video's module. */
  module: MarkText.min(1).max(80),
  /** Seconds from its beginning. */
  at: z.number().min(0).max(1_000_000),
  text: MarkText.max(500, 'Use at most 500 characters.'),
});
export type NoteMark = z.infer<typeof NoteMark>;

export const Notes = z.object({
  subchapter: Slug,
  what_i_learned: z.string(),
  did_not_understand: z.string(),
  marks: z.array(NoteMark),
  /** Whether those who have finished the lesson may read `what_i_learned`. */
  published: z.boolean(),
  /** A superuser has taken it down: nobody else reads it, published or not. */
  hidden: z.boolean(),
  /** Null while there are none. */
  updated_at: Time.nullable(),
  /** Until when the reminder to write some is put off. */
  snoozed_until: Time.nullable(),
});
export type Notes = z.infer<typeof Notes>;

/**
 * What is left out stays. An empty body puts the reminder off for a day and leaves the notes as they are; two empty
 * fields put it off as well.
 */
export const NotesBody = z.object({
  what_i_learned: Text.optional(),
  did_not_understand: Text.optional(),
  marks: z.array(NoteMark).max(200, 'Keep at most 200 marks.').optional(),
  published: z.boolean().optional(),
  /**
   * The `updated_at` of the notes that this was written on. If they have changed since, the answer is 409 `conflict`
   * and nothing is lost; without it the last one wins.
   */
  base: Time.nullable().optional(),
});
export type NotesBody = z.infer<typeof NotesBody>;

const LessonRef = z.object({
  slug: Slug,
  name: z.string(),
  summary: z.string(),
  training: z.object({ slug: Slug, name: z.string() }),
  /** Its address; null when it is no longer shown. */
  path: z.string().nullable(),
});

export const NoteLine = Notes.omit({ subchapter: true, snoozed_until: true }).extend({
  subchapter: LessonRef,
  updated_at: Time,
  /** The lesson is gone, or was rewritten since. */
  old: z.enum(['gone', 'rewritten']).nullable(),
});
export type NoteLine = z.infer<typeof NoteLine>;

export const NoteListQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** Text that the notes or the lesson's name must hold. */
  q: z.string().trim().max(100).optional(),
});
/** In the order of the trainings and their lessons. */
export const NoteList = z.object({
  notes: z.array(NoteLine),
  /** Lessons whose reminder was put off until a time that has come: with the first page of all, and twenty at most. */
  reminders: z.array(LessonRef),
  next_cursor: z.string().nullable(),
});
export type NoteList = z.infer<typeof NoteList>;

export const PageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(20).default(20),
});

export const PublishedNotes = z.object({
  notes: z.array(
    z.object({
      username: z.string(),
      /** Of the author's profile; null when it is not public. */
      slug: z.string().nullable(),
      image: z.string().nullable(),
      /** Plain text. */
      text: z.string(),
      published_at: Time,
      own: z.boolean(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type PublishedNotes = z.infer<typeof PublishedNotes>;

export const HideNoteBody = z.object({ subchapter: Slug, username: z.string().min(1).max(60), hidden: z.boolean() });

/** How well one remembered; each puts the next review off further. */
export const ReviewRating = z.enum(['again', 'hard', 'good', 'easy']);
export type ReviewRating = z.infer<typeof ReviewRating>;

export const DueNotes = z.object({
  cards: z.array(
    z.object({
      subchapter: LessonRef,
      what_i_learned: z.string(),
      did_not_understand: z.string(),
      /** The `updated_at` of the notes: send it as `base` to change them. */
      updated_at: Time,
      /** Since when it waits; names the card as it is shown. */
      due: Time,
      reps: z.number().int(),
      /** Days until it comes back, by rating. */
      days: z.object({ again: z.number(), hard: z.number(), good: z.number(), easy: z.number() }),
    }),
  ),
  /** How many wait in all. */
  total: z.number().int(),
  /** When the next card becomes due; null when there is none. */
  next_at: Time.nullable(),
  next_cursor: z.string().nullable(),
});
export type DueNotes = z.infer<typeof DueNotes>;

export const ReviewBody = z.object({
  subchapter: Slug,
  rating: ReviewRating,
  /** The `due` of the card that is answered: the same answer twice counts once. */
  due: Time,
});
export const ReviewAnswer = z.object({
  subchapter: Slug,
  /** When it comes back. */
  due: Time,
  /** False when this card had been answered already: the first answer stands. */
  counted: z.boolean(),
});
export type ReviewAnswer = z.infer<typeof ReviewAnswer>;

export const AllNotesQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
  /** Only those that were taken down. */
  only: z.enum(['hidden']).optional(),
});
/** Published notes of everybody, the newest first. */
export const AllNotes = z.object({
  notes: z.array(
    z.object({
      username: z.string(),
      subchapter: z.object({ slug: Slug, name: z.string(), training: Slug }),
      text: z.string(),
      published_at: Time,
      hidden: z.boolean(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type AllNotes = z.infer<typeof AllNotes>;
