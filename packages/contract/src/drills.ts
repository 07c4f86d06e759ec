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
