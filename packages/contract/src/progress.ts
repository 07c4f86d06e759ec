import { z } from 'zod';
import { Slug, Tier, Time } from './common.ts';
import { QuizAnswerBody, QuizAnswers, TrainingKind } from './trainings.ts';

export const TrainingProgress = z.object({
  training_slug: Slug,
  /** Slugs of completed subchapters. */
  completed: z.array(Slug),
  /** Those of them that were rewritten since. */
  changed: z.array(Slug),
  /** How many subchapters the training has now. */
  total: z.number().int(),
  /** How many of its flags the learner has found. */
  flags_found: z.number().int(),
  last_at: Time.nullable(),
  enrolled: z.boolean(),
});
export type TrainingProgress = z.infer<typeof TrainingProgress>;

export const Resume = z.object({
  training: z.object({ slug: Slug, name: z.string() }),
  chapter: Slug,
  subchapter: Slug,
  name: z.string(),
});

/** All trainings that the learner has touched or is enrolled in, and where to go on. */
export const Progress = z.object({
  progress: z.array(TrainingProgress),
  resume: Resume.nullable(),
  /** Trainings that missing steps keep locked for the learner, touched or not; the tier does not count here. */
  locked_by_steps: z.array(Slug),
});
export type Progress = z.infer<typeof Progress>;

const slugList = /^[a-z0-9]+(-[a-z0-9]+)*(,[a-z0-9]+(-[a-z0-9]+)*)*$/;

export const ProgressQuery = z.object({
  /** Only these: slugs with commas between them, or the parameter as often as needed. */
  training: z
    .union([z.string().max(4_000).regex(slugList, 'Write slugs with commas between them.'), z.array(Slug).max(100)])
    .optional(),
  kind: TrainingKind.optional(),
});

export const EnrolBody = z.object({ training: Slug });

export const CompletionBody = z.object({ subchapter: Slug, completed: z.boolean() });

const Revision = z.number().int().min(1).max(1_000_000_000);

/** What a visitor did on a lesson, kept in the browser until there is an account. */
export const VisitBody = z.object({
  /** The revision that was finished; null when the lesson was not. */
  completed: z.object({ revision: Revision }).nullable(),
  answers: z
    .array(QuizAnswerBody.extend({ id: z.string().max(80), revision: Revision, answered_at: Time }))
    .max(100, 'These are more answers than a lesson has questions.'),
});
export type VisitBody = z.infer<typeof VisitBody>;
export const VisitTaken = QuizAnswers.extend({ progress: TrainingProgress });

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
  /**
   * The learner's place on the board of all time, with this answer and before it; `before` is null for the first flag.
   * Null when the answer changed nothing, and for those who are on no board.
   */
  rank: z.object({ before: z.number().int().nullable(), after: z.number().int() }).nullable(),
  /** Nobody had this flag before. */
  first: z.boolean(),
});
export type FlagVerdict = z.infer<typeof FlagVerdict>;

export const OverviewQuery = z.object({ kind: TrainingKind.default('course') });

/** What to begin next, and why. */
export const NextHex = z.object({
  slug: Slug,
  name: z.string(),
  summary: z.string(),
  icon: z.string(),
  continent: Slug,
  tier: Tier,
  minutes: z.number().int(),
  subchapters: z.number().int(),
  /** `follows`: its author recommends it after a finished one; `path`: the map leads there; `start`: a way in. */
  reason: z.enum(['follows', 'path', 'start']),
  /** Which training it comes after. */
  after: z.object({ slug: Slug, name: z.string() }).nullable(),
  locked: z.enum(['tier', 'steps']).nullable(),
});
export type NextHex = z.infer<typeof NextHex>;

export const Streak = z.object({
  /** Days in a row with something done; a freeze may have filled a gap. */
  days: z.number().int(),
  /** Whether today is one of them. */
  today: z.boolean(),
  freezes_left: z.number().int(),
  best: z.number().int(),
  /** Days (YYYY-MM-DD) of the present run that a freeze has filled. */
  frozen: z.array(z.string()),
});
export type Streak = z.infer<typeof Streak>;

export const RadarSpoke = z.object({
  slug: Slug,
  name: z.string(),
  colour: z.string(),
  /** 0 to 1: the mean of the shares of lessons and of points, as far as there are both. */
  share: z.number(),
  /** Lessons. */
  done: z.number().int(),
  total: z.number().int(),
  points: z.number().int(),
  points_total: z.number().int(),
});
export type RadarSpoke = z.infer<typeof RadarSpoke>;

/** All that the home page shows, in one answer. */
export const Overview = z.object({
  resume: Resume.nullable(),
  under_way: z.array(
    z.object({
      slug: Slug,
      name: z.string(),
      icon: z.string(),
      continent: Slug,
      completed: z.number().int(),
      total: z.number().int(),
      /** Finished lessons that were rewritten since. */
      changed: z.number().int(),
    }),
  ),
  /** How many trainings are finished. */
  finished: z.number().int(),
  next: z.array(NextHex),
  streak: Streak,
  /** Days of the last 53 weeks on which something was done. */
  activity: z.array(z.object({ day: z.string(), count: z.number().int() })),
  radar: z.array(RadarSpoke),
  due_reviews: z.number().int(),
});
export type Overview = z.infer<typeof Overview>;
