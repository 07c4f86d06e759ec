import { z } from 'zod';
import { Slug, Time } from './common.ts';

export const TrainingProgress = z.object({
  training_slug: Slug,
  /** Slugs of completed subchapters. */
  completed: z.array(Slug),
  /** Those of them that were rewritten since. */
  changed: z.array(Slug),
  /** How many subchapters the training has now. */
  total: z.number().int(),
  last_at: Time.nullable(),
});
export type TrainingProgress = z.infer<typeof TrainingProgress>;

export const Resume = z.object({
  training: z.object({ slug: Slug, name: z.string() }),
  chapter: Slug,
  subchapter: Slug,
  name: z.string(),
});

/** All trainings that the learner has touched, and where to go on. */
export const Progress = z.object({ progress: z.array(TrainingProgress), resume: Resume.nullable() });
export type Progress = z.infer<typeof Progress>;

export const CompletionBody = z.object({ subchapter: Slug, completed: z.boolean() });

export const TrainingFlags = z.object({
  flags: z.array(z.object({ id: z.string(), subchapter: Slug, points: z.number().int(), solved_at: Time.nullable() })),
});

export const LessonFlagBody = z.object({
  subchapter: Slug,
  id: z.string().max(80),
  flag: z.string().trim().min(1, 'Paste the flag that you found.').max(200),
});

export const FlagVerdict = z.object({
  /** `solved`: it was right, and you had it already. */
  result: z.enum(['right', 'wrong', 'solved']),
  /** Points that this answer added. */
  points: z.number().int(),
  /** The flag that it was; null when wrong. */
  flag: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** A hint about a near miss, such as a missing closing brace. */
  hint: z.string().nullable(),
});
export type FlagVerdict = z.infer<typeof FlagVerdict>;
