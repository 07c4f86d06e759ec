import { z } from 'zod';
import { Slug, Tier } from './common.ts';

/** A training in lists and on the map. */
export const TrainingCard = z.object({
  slug: Slug,
  name: z.string(),
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

export const Chapter = z.object({ slug: Slug, name: z.string(), subchapters: z.array(SubchapterLine) });
export type Chapter = z.infer<typeof Chapter>;

export const Training = TrainingCard.extend({
  continent_name: z.string(),
  description_html: z.string(),
  chapters: z.array(Chapter),
  recommended_next: z.array(z.object({ slug: Slug, name: z.string(), summary: z.string() })),
});
export type Training = z.infer<typeof Training>;

const TextModule = z.object({
  kind: z.literal('text'),
  id: z.string(),
  /** Sanitised on the server at import. */
  html: z.string(),
  /** Headings of level 2 and 3, for the contents. */
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.union([z.literal(2), z.literal(3)]) })),
});

const QuizModule = z.object({
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

const LabModule = z.object({ kind: z.literal('lab'), id: z.string(), lab: Slug, name: z.string() });

export const Module = z.discriminatedUnion('kind', [TextModule, QuizModule, FlagModule, LabModule]);
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
  /** Set when the viewer's tier does not reach: `modules` is then empty. */
  locked: z.object({ tier: Tier }).nullable(),
  modules: z.array(Module),
});
export type Subchapter = z.infer<typeof Subchapter>;

export const QuizAnswerBody = z.object({
  /** Chosen option ids (`single`, `multiple`), all ids in order (`ordering`), or one text (`free`). */
  answer: z.array(z.string().max(500)).min(1, 'Choose or write an answer.').max(20),
});
export const QuizVerdict = z.object({
  correct: z.boolean(),
  /** Shown once the answer is right. */
  explanation_html: z.string().nullable(),
});
export type QuizVerdict = z.infer<typeof QuizVerdict>;
