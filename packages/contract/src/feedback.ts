import { z } from 'zod';
import { Slug, Time } from './common.ts';

/** Pace of the lesson: too slow, right, or too fast. */
export const Pace = z.enum(['slow', 'right', 'fast']);
export type Pace = z.infer<typeof Pace>;

const feedbackFields = {
  pace: Pace.nullable(),
  /** 1 (poor) to 5 (excellent). */
  rating: z.number().int().min(1).max(5).nullable(),
  text: z.string(),
};

/** One learner's feedback on one lesson. */
export const Feedback = z.object({
  subchapter: Slug,
  ...feedbackFields,
  /** Null while there is none. */
  updated_at: Time.nullable(),
});
export type Feedback = z.infer<typeof Feedback>;

/** Omitted fields do not change. */
export const FeedbackBody = z
  .object({ ...feedbackFields, text: z.string().trim().max(4_000, 'Use at most 4,000 characters.') })
  .partial()
  .refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    'Choose a pace or a rating, or enter a text.',
  );
export type FeedbackBody = z.infer<typeof FeedbackBody>;

export const FeedbackQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  training: Slug.optional(),
  subchapter: Slug.optional(),
  /** Maximum rating. */
  rating: z.coerce.number().int().min(1).max(5).optional(),
});

export const FeedbackList = z.object({
  feedback: z.array(
    z.object({
      ...feedbackFields,
      subchapter: z.object({ slug: Slug, name: z.string(), training: Slug }),
      username: z.string(),
      updated_at: Time,
      /** Whether the lesson was rewritten since. */
      old: z.boolean(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
export type FeedbackList = z.infer<typeof FeedbackList>;
