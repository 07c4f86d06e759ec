import type { Random } from './random.ts';

/** One input of a task: bytes, a listing, a line of `ls` output. */
export interface DrillInput {
  /** The heading, such as `Ciphertext, in hexadecimal`. */
  label: string;
  /**
   * Shown unchanged in a monospaced font. A sentence is one line, so that narrow screens can wrap it; text with columns
   * is not wrapped.
   */
  text: string;
}

/** A task with its answer, as one learner gets it. */
export interface Round {
  given: DrillInput[];
  /** The answer in the form that the drill's `normalize` returns. */
  answer: string;
  /** Usual wrong answers, in the form that `normalize` returns, each with a sentence that names the mistake. */
  mistakes?: Readonly<Record<string, string>>;
  /** The steps to the answer, as sentences with code between backticks. */
  solution: string[];
}

/** An exercise that generates a new task, with other numbers and words, for each practice round. */
export interface Drill {
  /** The format of the answer, as a noun phrase: `a text`, `four octal digits`. */
  form: string;
  /**
   * True if more than 2^32 answers are possible, so that two learners practically never get the same answer. If a
   * learner enters the answer of another learner, that is then no coincidence.
   */
  isDistinct: boolean;
  /** True if a learner guesses the answer with a probability of more than 1 in 1,024. */
  hasFewAnswers?: boolean;
  /** The same for a probability of more than 1 in 32. */
  hasVeryFewAnswers?: boolean;
  /** Generates a round. The same random numbers give the same round. */
  make: (random: Random) => Round;
  /**
   * Normalizes an answer, so that differences in spelling do not matter. Text that cannot be an answer stays unchanged.
   */
  normalize: (text: string) => string;
}
