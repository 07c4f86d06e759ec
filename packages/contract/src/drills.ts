import { z } from 'zod';
import { Slug, storable } from './common.ts';
import { DrillInput } from './lesson-modules.ts';
import { FlagVerdict } from './progress.ts';

export const DrillParams = z.object({ slug: Slug, id: z.string().max(80) });

/** The learner's current round of a drill. */
export const DrillRound = z.object({
  /** 1-based. Each round has different input. */
  round: z.number().int(),
  given: z.array(DrillInput),
  /** Rounds in a row that must be solved for the points: two if the answer is easy to guess, otherwise one. */
  rounds_needed: z.number().int(),
  /** How many of them the learner has solved just before this round. */
  rounds_solved: z.number().int(),
});
export type DrillRound = z.infer<typeof DrillRound>;

const Round = z.int().min(1).max(1_000_000);

export const DrillRoundBody = z.object({ round: Round });

export const DrillAnswerBody = z.object({
  /** The answered round. */
  round: Round,
  answer: z
    .string()
    .min(1, 'Enter an answer.')
    .max(500)
    .regex(storable, 'This contains a character that cannot be stored.'),
});

/** Solution of a round. */
export const DrillSolution = z.object({
  answer: z.string(),
  /** Sentences in order. Backticks mark code. */
  steps: z.array(z.string()),
});
export type DrillSolution = z.infer<typeof DrillSolution>;

export const DrillVerdict = z.object({
  correct: z.boolean(),
  /** Points that this answer added. A drill gives points only once. */
  points: z.number().int(),
  rank: FlagVerdict.shape.rank,
  /** A sentence that names the mistake; null if the answer is right or the mistake is unknown. */
  reason: z.string().nullable(),
  /** Rounds in a row that the learner has solved, with this one: up to `rounds_needed`. */
  rounds_solved: z.number().int(),
  /**
   * Null while the round is open. A wrong answer ends a round with few possible answers at the third try, and one that
   * needs two rounds at the first.
   */
  solution: DrillSolution.nullable(),
});
export type DrillVerdict = z.infer<typeof DrillVerdict>;

/** Random key that a visitor's browser draws. The input of a visitor's drill depends on it. */
const VisitorKey = z.string().regex(/^[0-9a-f]{32}$/, 'Use 32 hexadecimal digits.');

export const VisitorDrillQuery = z.object({ key: VisitorKey });

export const VisitorDrill = DrillRound.pick({ given: true, rounds_needed: true });

export const VisitorDrillBody = DrillAnswerBody.pick({ answer: true }).extend({ key: VisitorKey });

export const VisitorDrillVerdict = z.object({
  correct: z.boolean(),
  /**
   * Points added to the account; 0 for a visitor, if the account has solved the drill before, or if the drill needs
   * another round.
   */
  points: z.number().int(),
  reason: DrillVerdict.shape.reason,
});
export type VisitorDrillVerdict = z.infer<typeof VisitorDrillVerdict>;

/** A drill that lessons can use. */
export const DrillGenerator = z.object({
  /** Name of the generator, as used in lessons. */
  make: z.string(),
  /** Format of the answer as a phrase: `a text`, `four octal digits`. */
  form: z.string(),
  /** First lesson that uses it; null if none does. */
  seen: z
    .object({
      /** Title in that lesson. */
      title: z.string(),
      /** Name of the lesson. */
      lesson: z.string(),
      training: z.object({ slug: Slug, name: z.string() }),
    })
    .nullable(),
});
export type DrillGenerator = z.infer<typeof DrillGenerator>;

export const DrillGenerators = z.object({ drills: z.array(DrillGenerator) });
export type DrillGenerators = z.infer<typeof DrillGenerators>;
