import { z } from 'zod';
import { Slug, storable, Time } from './common.ts';

const maxLength = 20_000;
const Text = z.string().max(maxLength, 'Use at most 20,000 characters.');

const MarkText = z.string().regex(storable, 'This contains a character that cannot be stored.');

/** A timestamped note on a video of the lesson. */
export const NoteMark = z.object({
  /** Id of the video's module. */
  module: MarkText.min(1).max(80),
  /** Seconds from the start. */
  at: z.number().min(0).max(1_000_000),
  text: MarkText.max(500, 'Use at most 500 characters.'),
});
export type NoteMark = z.infer<typeof NoteMark>;

export const Notes = z.object({
  subchapter: Slug,
  what_i_learned: z.string(),
  did_not_understand: z.string(),
  marks: z.array(NoteMark),
  /** Whether learners who have finished the lesson can read `what_i_learned`. */
  published: z.boolean(),
  /** Whether a superuser has hidden the note from other learners. */
  hidden: z.boolean(),
  /** Null if there are none. */
  updated_at: Time.nullable(),
  /** When the reminder to write notes returns. */
  snoozed_until: Time.nullable(),
});
export type Notes = z.infer<typeof Notes>;

/**
 * Omitted fields do not change. An empty body postpones the reminder by a day and does not change the notes; two empty
 * texts also postpone it.
 */
export const NotesBody = z.object({
  what_i_learned: Text.optional(),
  did_not_understand: Text.optional(),
  marks: z.array(NoteMark).max(200, 'Keep at most 200 marks.').optional(),
  published: z.boolean().optional(),
  /**
   * `updated_at` of the notes that the change is based on. If they have changed since, answers 409 `conflict` and saves
   * nothing. Without it, the last write wins.
   */
  base: Time.nullable().optional(),
});
export type NotesBody = z.infer<typeof NotesBody>;

const LessonRef = z.object({
  slug: Slug,
  name: z.string(),
  summary: z.string(),
  training: z.object({ slug: Slug, name: z.string() }),
  /** URL path; null if the lesson is no longer visible. */
  path: z.string().nullable(),
});

export const NoteItem = Notes.omit({ subchapter: true, snoozed_until: true }).extend({
  subchapter: LessonRef,
  updated_at: Time,
  /** Whether the lesson was removed or rewritten since; null if neither. */
  old: z.enum(['gone', 'rewritten']).nullable(),
});
export type NoteItem = z.infer<typeof NoteItem>;

export const NoteListQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** Text that the notes or the lesson's name must contain. */
  q: z.string().trim().max(100).optional(),
});
/** Notes in the order of the trainings and their lessons. */
export const NoteList = z.object({
  notes: z.array(NoteItem),
  /** Lessons whose postponed reminder is due: at most twenty, only on the first page and without `q`. */
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
      /** Slug of the author's profile; null if the profile is not public. */
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

/** How well the learner remembered. Each rating gives a longer interval than the one before it. */
export const ReviewRating = z.enum(['again', 'hard', 'good', 'easy']);
export type ReviewRating = z.infer<typeof ReviewRating>;

export const DueNotes = z.object({
  cards: z.array(
    z.object({
      subchapter: LessonRef,
      what_i_learned: z.string(),
      did_not_understand: z.string(),
      /** `updated_at` of the notes. Send it as `base` to change them. */
      updated_at: Time,
      /** When the card became due. Also identifies this state of the card. */
      due: Time,
      reps: z.number().int(),
      /** Days until the next review, by rating. */
      days: z.object({ again: z.number(), hard: z.number(), good: z.number(), easy: z.number() }),
    }),
  ),
  /** Total number of due cards. */
  total: z.number().int(),
  /** When the next card becomes due; null for none. */
  next_at: Time.nullable(),
  next_cursor: z.string().nullable(),
});
export type DueNotes = z.infer<typeof DueNotes>;

export const ReviewBody = z.object({
  subchapter: Slug,
  rating: ReviewRating,
  /** `due` of the answered card, so that a repeated request counts once. */
  due: Time,
});
export const ReviewAnswer = z.object({
  subchapter: Slug,
  /** When the card is due next. */
  due: Time,
  /** False if this card was already answered. The first answer counts. */
  counted: z.boolean(),
});
export type ReviewAnswer = z.infer<typeof ReviewAnswer>;

export const AllNotesQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
  /** Only hidden notes. */
  only: z.enum(['hidden']).optional(),
});
/** Published notes of all learners, newest first. */
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
