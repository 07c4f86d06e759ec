import { z } from 'zod';
import { Slug, Tier, Time } from './common.ts';
import { maxFlagLength } from './flag-limits.ts';
import { QuizAnswerBody, QuizAnswers, TrainingKind } from './trainings.ts';

export const TrainingProgress = z.object({
  training_slug: Slug,
  /** Slugs of completed subchapters. */
  completed: z.array(Slug),
  /** Completed subchapters that were rewritten since. */
  changed: z.array(Slug),
  /** Current number of subchapters. */
  total: z.number().int(),
  /** Number of its flags that the learner has found, without drills. */
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

/** All trainings in which the learner has progress or is enrolled, and the lesson to continue with. */
export const Progress = z.object({
  progress: z.array(TrainingProgress),
  resume: Resume.nullable(),
  /** Trainings that are locked by missing prerequisites, with or without progress. Ignores the tier. */
  locked_by_prerequisites: z.array(Slug),
});
export type Progress = z.infer<typeof Progress>;

const slugList = /^[a-z0-9]+(-[a-z0-9]+)*(,[a-z0-9]+(-[a-z0-9]+)*)*$/;

export const ProgressQuery = z.object({
  /** Restricts the answer to these trainings: slugs separated by commas, or a repeated parameter. */
  training: z
    .union([z.string().max(4_000).regex(slugList, 'Use slugs separated by commas.'), z.array(Slug).max(100)])
    .optional(),
  kind: TrainingKind.optional(),
});

export const EnrolBody = z.object({ training: Slug });

export const CompletionBody = z.object({ subchapter: Slug, completed: z.boolean() });

const Revision = z.number().int().min(1).max(1_000_000_000);

/** A visitor's progress in a lesson, stored in the browser until there is an account. */
export const VisitorProgressBody = z.object({
  /** Completed revision; null if the lesson is not completed. */
  completed: z.object({ revision: Revision }).nullable(),
  answers: z
    .array(QuizAnswerBody.extend({ id: z.string().max(80), revision: Revision, answered_at: Time }))
    .max(100, 'Send at most 100 answers.'),
});
export type VisitorProgressBody = z.infer<typeof VisitorProgressBody>;
export const VisitorProgressAnswer = QuizAnswers.extend({ progress: TrainingProgress });

export const TrainingFlags = z.object({
  flags: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['flag', 'drill']),
      subchapter: Slug,
      points: z.number().int(),
      solved_at: Time.nullable(),
    }),
  ),
});

export const LessonFlagBody = z.object({
  subchapter: Slug,
  id: z.string().max(80),
  flag: z.string().trim().min(1, 'Paste the flag that you found.').max(maxFlagLength),
});

export const VisitorFlagParams = z.object({ slug: Slug, id: LessonFlagBody.shape.id });
export const VisitorFlagBody = LessonFlagBody.pick({ flag: true });

export const FlagVerdict = z.object({
  /** `solved`: correct, but already solved before. */
  result: z.enum(['right', 'wrong', 'solved']),
  /** Points that this answer added. */
  points: z.number().int(),
  /** The solved flag; null if wrong. */
  flag: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** A hint about a near miss, such as a missing closing brace. */
  hint: z.string().nullable(),
  /**
   * The learner's rank on the all-time board before and after this answer; `before` is null for the first flag. Null if
   * the answer changed nothing, or the account is not on the board.
   */
  rank: z.object({ before: z.number().int().nullable(), after: z.number().int() }).nullable(),
  /** Whether this learner is the first to find the flag. */
  first: z.boolean(),
});
export type FlagVerdict = z.infer<typeof FlagVerdict>;

export const OverviewQuery = z.object({ kind: TrainingKind.default('course') });

/** A suggested training and the reason for it. */
export const SuggestedTraining = z.object({
  slug: Slug,
  name: z.string(),
  summary: z.string(),
  icon: z.string(),
  continent: Slug,
  tier: Tier,
  minutes: z.number().int(),
  subchapters: z.number().int(),
  /** `follows`: recommended after a finished training. `path`: next on a path of the map. `start`: a starting point. */
  reason: z.enum(['follows', 'path', 'start']),
  /** Training that it follows. */
  after: z.object({ slug: Slug, name: z.string() }).nullable(),
  locked: z.enum(['tier', 'prerequisites']).nullable(),
});
export type SuggestedTraining = z.infer<typeof SuggestedTraining>;

export const Streak = z.object({
  /** Consecutive days with activity, including gaps filled by a freeze. */
  days: z.number().int(),
  /** Whether today counts. */
  today: z.boolean(),
  freezes_left: z.number().int(),
  best: z.number().int(),
  /** Days (YYYY-MM-DD) of the current streak that a freeze has filled. */
  frozen: z.array(z.string()),
});
export type Streak = z.infer<typeof Streak>;

export const RadarSpoke = z.object({
  slug: Slug,
  name: z.string(),
  colour: z.string(),
  /** 0 to 1: mean of the completed shares of lessons and points. */
  share: z.number(),
  /** Lessons. */
  done: z.number().int(),
  total: z.number().int(),
  points: z.number().int(),
  points_total: z.number().int(),
});
export type RadarSpoke = z.infer<typeof RadarSpoke>;

/** All data of the home page. */
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
  /** Number of finished trainings. */
  finished: z.number().int(),
  next: z.array(SuggestedTraining),
  streak: Streak,
  /** Number of activities per day in the last 53 weeks. */
  activity: z.array(z.object({ day: z.string(), count: z.number().int() })),
  radar: z.array(RadarSpoke),
  due_reviews: z.number().int(),
});
export type Overview = z.infer<typeof Overview>;
