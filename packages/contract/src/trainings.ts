import { z } from 'zod';
import { Slug, storable, Tier, Time } from './common.ts';
import { Module, QuizModule, TextModule } from './lesson-modules.ts';

/** A prerequisite training. */
const Prerequisite = z.object({ slug: Slug, name: z.string() });

export const TrainingKind = z.enum(['course', 'video']);
export type TrainingKind = z.infer<typeof TrainingKind>;

/** A training in lists and on the map. */
export const TrainingCard = z.object({
  slug: Slug,
  name: z.string(),
  /** Common technical term if it differs from the name; otherwise empty. */
  term: z.string(),
  continent: Slug,
  tier: Tier,
  icon: z.string(),
  summary: z.string(),
  /** Total reading time of its subchapters. */
  minutes: z.number().int(),
  subchapters: z.number().int(),
  /** Numbers of its visible flags, drills and different labs. */
  flags: z.number().int(),
  drills: z.number().int(),
  labs: z.number().int(),
  /** Sum of the points of its flags and drills, without labs. */
  points: z.number().int(),
  /** First lesson. */
  start: z.object({ chapter: Slug, subchapter: Slug, name: z.string() }).nullable(),
  /** Video trainings are on the video map. */
  kind: TrainingKind,
  /** Trainings that must be finished first. */
  requires: z.array(Prerequisite),
  /** When it was added to an existing site; null for trainings of the first import. */
  added_at: Time.nullable(),
});
export type TrainingCard = z.infer<typeof TrainingCard>;

export const SubchapterSummary = z.object({
  slug: Slug,
  name: z.string(),
  minutes: z.number().int(),
  flags: z.number().int(),
  drills: z.number().int(),
  /** Slugs of embedded labs. */
  labs: z.array(Slug),
});

export const Chapter = z.object({
  slug: Slug,
  name: z.string(),
  /** Slug of its training. */
  training: Slug,
  subchapters: z.array(SubchapterSummary),
});
export type Chapter = z.infer<typeof Chapter>;

export const Training = TrainingCard.extend({
  continent_name: z.string(),
  /**
   * Continent on the published map; null if it is not on the map. The map's author can choose another one than
   * `continent`, which the curriculum defines.
   */
  map_continent: z.object({ slug: Slug, name: z.string() }).nullable(),
  description_html: z.string(),
  /** Search keywords, such as xss or rce. */
  tags: z.array(z.string()),
  chapters: z.array(Chapter),
  recommended_next: z.array(z.object({ slug: Slug, name: z.string(), summary: z.string() })),
  /** Whether a test can replace its lessons. */
  test_out: z.boolean(),
});
export type Training = z.infer<typeof Training>;

const Neighbour = z.object({ chapter: Slug, slug: Slug, name: z.string() }).nullable();

export const Subchapter = z.object({
  slug: Slug,
  name: z.string(),
  summary: z.string(),
  minutes: z.number().int(),
  revision: z.number().int(),
  training: z.object({ slug: Slug, name: z.string(), tier: Tier, continent: Slug, continent_name: z.string() }),
  chapter: z.object({ slug: Slug, name: z.string() }),
  /** 1-based position in the training, and the number of lessons. */
  position: z.object({ at: z.number().int(), of: z.number().int() }),
  previous: Neighbour,
  next: Neighbour,
  /** Set if the viewer needs a higher tier or prerequisites. `modules` is then empty. */
  locked: z
    .object({ reason: z.enum(['tier', 'prerequisites']), tier: Tier, prerequisites: z.array(Prerequisite) })
    .nullable(),
  modules: z.array(Module),
});
export type Subchapter = z.infer<typeof Subchapter>;

export const QuizAnswerBody = z.object({
  /** Chosen option ids (`single`, `multiple`), all ids in order (`ordering`), or one text (`free`). */
  answer: z
    .array(z.string().max(500).regex(storable, 'This contains a character that cannot be stored.'))
    .min(1, 'Choose or enter an answer.')
    .max(20),
});
export const QuizVerdict = z.object({
  correct: z.boolean(),
  /** Set if the answer is correct. */
  explanation_html: z.string().nullable(),
  /**
   * The author's replies to a wrong answer, if any: to each chosen wrong option, to the first item of an order that
   * comes too early, or (`option: null`) to a known wrong text.
   */
  replies: z.array(z.object({ option: z.string().nullable(), html: z.string() })),
});
export type QuizVerdict = z.infer<typeof QuizVerdict>;

/** A learner's answers to the quizzes of a lesson with their results, only to quizzes of the current revision. */
export const QuizAnswers = z.object({
  answers: z.array(QuizVerdict.extend({ id: z.string(), answer: QuizAnswerBody.shape.answer, answered_at: Time })),
});
export type QuizAnswers = z.infer<typeof QuizAnswers>;

/** Why a training is locked for the viewer, and the shortest path to unlock it. */
export const TrainingAccess = z.object({
  locked: z.boolean(),
  reason: z.enum(['tier', 'prerequisites']).nullable(),
  tier: z.object({ needs: Tier, have: Tier }),
  /** Every prerequisite with the viewer's progress. */
  prerequisites: z.array(
    Prerequisite.extend({
      completed: z.number().int(),
      total: z.number().int(),
      done: z.boolean(),
      /** Whether a test can replace its lessons. */
      test_out: z.boolean(),
    }),
  ),
  /** Unlock path: actions in order; empty if the training is open. */
  unlock_path: z.array(
    z.object({
      kind: z.enum(['log_in', 'tier', 'finish', 'test_out']),
      /** Required tier, for `tier`. */
      tier: Tier.optional(),
      /** Training to finish or test out of. */
      training: Prerequisite.optional(),
      /** Remaining lessons for `finish`; questions for `test_out`. */
      left: z.number().int().optional(),
      minutes: z.number().int().optional(),
    }),
  ),
});
export type TrainingAccess = z.infer<typeof TrainingAccess>;

/** The test that can replace the lessons of a training. */
export const TestOut = z.object({
  training: Prerequisite,
  name: z.string(),
  summary: z.string(),
  /** Percentage of correct answers that is required. */
  pass: z.number().int(),
  modules: z.array(z.discriminatedUnion('kind', [TextModule, QuizModule])),
  state: z.object({ passed_at: Time.nullable(), attempts: z.number().int(), next_try_at: Time.nullable() }),
});
export type TestOut = z.infer<typeof TestOut>;

export const TestOutBody = z.object({
  /** Answers by quiz id. Missing answers count as wrong. */
  answers: z
    .record(z.string().max(80), z.array(z.string().max(500)).max(20))
    .refine((answers) => Object.keys(answers).length <= 200, 'Send at most 200 answers.'),
});

/** Number of correct answers, but not which ones. */
export const TestOutVerdict = z.object({
  passed: z.boolean(),
  right: z.number().int(),
  of: z.number().int(),
  /** Null when passed. */
  next_try_at: Time.nullable(),
});
export type TestOutVerdict = z.infer<typeof TestOutVerdict>;
