import { z } from 'zod';
import { Slug, storable } from './common.ts';
import { FlagVerdict } from './progress.ts';
import { Given } from './trainings.ts';

export const DrillParams = z.object({ slug: Slug, id: z.string().max(80) });

/** What a learner is to work on now. */
export const DrillRound = z.object({
  /** Counted from 1; each has other numbers. */
  round: z.number().int(),
  given: z.array(Given),
});
export type DrillRound = z.infer<typeof DrillRound>;

const Round = z.int().min(1).max(1_000_000);

export const DrillRoundBody = z.object({ round: Round });

export const DrillAnswerBody = z.object({
  /** The round that it answers. */
  round: Round,
  answer: z
    .string()
    .min(1, 'Write an answer.')
    .max(500)
    .regex(storable, 'This holds a character that cannot be stored.'),
});

/** How a round is solved. */
export const DrillSolution = z.object({
  answer: z.string(),
  /** Sentences, one after the other; what is code stands between backticks. */
  steps: z.array(z.string()),
});
export type DrillSolution = z.infer<typeof DrillSolution>;

export const DrillVerdict = z.object({
  correct: z.boolean(),
  /** Points that this answer added: a drill gives them once. */
  points: z.number().int(),
  rank: FlagVerdict.shape.rank,
  /** Null while the answer is wrong. */
  solution: DrillSolution.nullable(),
});
export type DrillVerdict = z.infer<typeof DrillVerdict>;

/** A drill that a lesson can ask for. */
export const DrillMaker = z.object({
  /** The name that a lesson asks for it with. */
  make: z.string(),
  /** What its answer looks like, as half a sentence: `a text`, `four octal digits`. */
  form: z.string(),
  /** Where learners meet it already: the first of those lessons; null while there is none. */
  seen: z
    .object({
      /** What it is called there. */
      title: z.string(),
      /** Name of the lesson. */
      lesson: z.string(),
      training: z.object({ slug: Slug, name: z.string() }),
    })
    .nullable(),
});
export type DrillMaker = z.infer<typeof DrillMaker>;

export const DrillMakers = z.object({ drills: z.array(DrillMaker) });
export type DrillMakers = z.infer<typeof DrillMakers>;
