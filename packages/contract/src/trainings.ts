import { z } from 'zod';
import { Slug, storable, Tier, Time } from './common.ts';

/** A training that another one waits for. */
const Step = z.object({ slug: Slug, name: z.string() });

export const TrainingKind = z.enum(['course', 'video']);
export type TrainingKind = z.infer<typeof TrainingKind>;

/** A training in lists and on the map. */
export const TrainingCard = z.object({
  slug: Slug,
  name: z.string(),
  /** What the field calls it, where the name doesn't say so; else empty. */
  term: z.string(),
  continent: Slug,
  tier: Tier,
  icon: z.string(),
  summary: z.string(),
  /** Reading time of all its subchapters. */
  minutes: z.number().int(),
  subchapters: z.number().int(),
  flags: z.number().int(),
  points: z.number().int(),
  /** Where to begin. */
  start: z.object({ chapter: Slug, subchapter: Slug, name: z.string() }).nullable(),
  /** A video training belongs to the video map. */
  kind: TrainingKind,
  /** What has to be finished before it opens. */
  requires: z.array(Step),
  /** When it came to a site that had others; null for what was there from the beginning. */
  added_at: Time.nullable(),
});
export type TrainingCard = z.infer<typeof TrainingCard>;

export const SubchapterLine = z.object({
  slug: Slug,
  name: z.string(),
  minutes: z.number().int(),
  flags: z.number().int(),
  /** Slugs of the labs that it embeds. */
  labs: z.array(Slug),
});

export const Chapter = z.object({
  slug: Slug,
  name: z.string(),
  /** Slug of the training that it is a part of. */
  training: Slug,
  subchapters: z.array(SubchapterLine),
});
export type Chapter = z.infer<typeof Chapter>;

export const Training = TrainingCard.extend({
  continent_name: z.string(),
  /**
   * The continent that it stands on, on the map that everybody sees; null where it is on none. Whoever draws the map may
   * put it on another one than the curriculum's, `continent`.
   */
  place: z.object({ slug: Slug, name: z.string() }).nullable(),
  description_html: z.string(),
  /** Short words that people look for it by: xss, rce. */
  tags: z.array(z.string()),
  chapters: z.array(Chapter),
  recommended_next: z.array(z.object({ slug: Slug, name: z.string(), summary: z.string() })),
  /** Whether a test can stand in for its lessons. */
  test_out: z.boolean(),
});
export type Training = z.infer<typeof Training>;

export const TextModule = z.object({
  kind: z.literal('text'),
  id: z.string(),
  /** Sanitised on the server at import. */
  html: z.string(),
  /** Headings of level 2 and 3, for the contents. */
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.union([z.literal(2), z.literal(3)]) })),
});

export const QuizModule = z.object({
  kind: z.literal('quiz'),
  id: z.string(),
  answer_kind: z.enum(['single', 'multiple', 'ordering', 'free']),
  question_html: z.string(),
  /** In the order to show; empty for `free`. */
  options: z.array(z.object({ id: z.string(), html: z.string() })),
});

const FlagModule = z.object({
  kind: z.literal('flag'),
  id: z.string(),
  title: z.string(),
  html: z.string(),
  points: z.number().int(),
});

/** One thing that a learner is given for a drill: bytes, a listing; `text` is shown as it is. */
export const Given = z.object({ label: z.string(), text: z.string() });

/** An exercise that is made anew for each learner, and checked by the server. */
const DrillModule = z.object({
  kind: z.literal('drill'),
  id: z.string(),
  title: z.string(),
  html: z.string(),
  points: z.number().int(),
  /** What the answer looks like, as half a sentence: `a number`. */
  form: z.string(),
  /** What nobody in particular is given: shown to those without an account. */
  sample: z.array(Given),
});

const LabModule = z.object({ kind: z.literal('lab'), id: z.string(), lab: Slug, name: z.string() });

const Option = z.object({ id: z.string(), text: z.string() });

/** A film of ours: its files are served by the platform, with ranges. */
const VideoModule = z.object({
  kind: z.literal('video'),
  id: z.string(),
  title: z.string(),
  src: z.string(),
  /** `video/webm` or `video/mp4`. */
  type: z.string(),
  poster: z.string().nullable(),
  /** WebVTT. */
  captions: z.array(z.object({ src: z.string(), lang: z.string(), label: z.string() })),
  /** `at` in seconds. The chapters of its WebVTT file, and what is said, are read at import. */
  chapters: z.array(z.object({ at: z.number(), title: z.string() })),
  transcript: z.array(z.object({ at: z.number(), text: z.string() })),
});

/** A film of somebody else's: nothing is asked of its host before the visitor agrees. */
const YoutubeModule = z.object({
  kind: z.literal('youtube'),
  id: z.string(),
  title: z.string(),
  /** The eleven characters of its address. */
  video: z.string().regex(/^[\w-]{11}$/),
});

const FileModule = z.object({
  kind: z.literal('file'),
  id: z.string(),
  title: z.string(),
  src: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** In hexadecimal, for those who check what they download. */
  sha256: z.string(),
});

const PollModule = z.object({
  kind: z.literal('poll'),
  id: z.string(),
  question_pk: z.number().int(),
  question: z.string(),
  multiple: z.boolean(),
  options: z.array(Option),
  html: z.string(),
});

/** A page of the author's in a sandboxed frame of its own origin. */
const DemoModule = z.object({
  kind: z.literal('demo'),
  id: z.string(),
  title: z.string(),
  src: z.string(),
  /** CSS pixels. */
  height: z.number().int(),
});

export const Module = z.discriminatedUnion('kind', [
  TextModule,
  QuizModule,
  FlagModule,
  DrillModule,
  LabModule,
  VideoModule,
  YoutubeModule,
  FileModule,
  PollModule,
  DemoModule,
]);
export type Module = z.infer<typeof Module>;

const Neighbour = z.object({ chapter: Slug, slug: Slug, name: z.string() }).nullable();

export const Subchapter = z.object({
  slug: Slug,
  name: z.string(),
  summary: z.string(),
  minutes: z.number().int(),
  revision: z.number().int(),
  training: z.object({ slug: Slug, name: z.string(), tier: Tier, continent: Slug, continent_name: z.string() }),
  chapter: z.object({ slug: Slug, name: z.string() }),
  /** 1-based place in the training, and how many there are. */
  place: z.object({ at: z.number().int(), of: z.number().int() }),
  previous: Neighbour,
  next: Neighbour,
  /** Set when the viewer's tier does not reach, or steps are missing: `modules` is then empty. */
  locked: z.object({ reason: z.enum(['tier', 'steps']), tier: Tier, steps: z.array(Step) }).nullable(),
  modules: z.array(Module),
});
export type Subchapter = z.infer<typeof Subchapter>;

export const QuizAnswerBody = z.object({
  /** Chosen option ids (`single`, `multiple`), all ids in order (`ordering`), or one text (`free`). */
  answer: z
    .array(z.string().max(500).regex(storable, 'This holds a character that cannot be stored.'))
    .min(1, 'Choose or write an answer.')
    .max(20),
});
export const QuizVerdict = z.object({
  correct: z.boolean(),
  /** Shown once the answer is right. */
  explanation_html: z.string().nullable(),
  /**
   * Why it is wrong, in the author's words, where there are some: for each wrong option that was chosen, for the first
   * step of an order that stands too early, or (`option: null`) for a text that is a known mistake.
   */
  replies: z.array(z.object({ option: z.string().nullable(), html: z.string() })),
});
export type QuizVerdict = z.infer<typeof QuizVerdict>;

/** A learner's answers to the quizzes of a lesson, judged; none to what the lesson asked before it was rewritten. */
export const QuizAnswers = z.object({
  answers: z.array(QuizVerdict.extend({ id: z.string(), answer: QuizAnswerBody.shape.answer, answered_at: Time })),
});
export type QuizAnswers = z.infer<typeof QuizAnswers>;

/** Why a training is locked for the viewer, and the shortest way in. */
export const TrainingAccess = z.object({
  locked: z.boolean(),
  reason: z.enum(['tier', 'steps']).nullable(),
  tier: z.object({ needs: Tier, have: Tier }),
  /** Every training that it waits for, with how far the viewer is in each. */
  steps: z.array(
    Step.extend({
      completed: z.number().int(),
      total: z.number().int(),
      done: z.boolean(),
      /** Whether a test can stand in for its lessons. */
      test_out: z.boolean(),
    }),
  ),
  /** What to do, in order; empty when it is open. */
  way: z.array(
    z.object({
      kind: z.enum(['log_in', 'tier', 'finish', 'test_out']),
      /** The tier to get, for `tier`. */
      tier: Tier.optional(),
      /** The training to finish or to be tested in. */
      training: Step.optional(),
      /** Lessons that are left, for `finish`; questions, for `test_out`. */
      left: z.number().int().optional(),
      minutes: z.number().int().optional(),
    }),
  ),
});
export type TrainingAccess = z.infer<typeof TrainingAccess>;

/** The test that stands in for the lessons of a training. */
export const TestOut = z.object({
  training: Step,
  name: z.string(),
  summary: z.string(),
  /** Per cent of the questions that must be right. */
  pass: z.number().int(),
  modules: z.array(z.discriminatedUnion('kind', [TextModule, QuizModule])),
  state: z.object({ passed_at: Time.nullable(), attempts: z.number().int(), next_try_at: Time.nullable() }),
});
export type TestOut = z.infer<typeof TestOut>;

export const TestOutBody = z.object({
  /** Quiz id → what a quiz is answered with; what is left out counts as wrong. */
  answers: z
    .record(z.string().max(80), z.array(z.string().max(500)).max(20))
    .refine((answers) => Object.keys(answers).length <= 200, 'These are more answers than a test has questions.'),
});

/** How many were right, never which. */
export const TestOutVerdict = z.object({
  passed: z.boolean(),
  right: z.number().int(),
  of: z.number().int(),
  /** Null when passed. */
  next_try_at: Time.nullable(),
});
export type TestOutVerdict = z.infer<typeof TestOutVerdict>;
