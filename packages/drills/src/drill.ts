import type { Random } from './random.ts';

/** One thing that the learner is given: bytes, a listing, a line that `ls` has printed. */
export interface Given {
  /** What it is: `Ciphertext, in hexadecimal`. */
  label: string;
  /** Shown as it is, in a font of one width. A sentence is one line, for phones to break; what has columns is not broken. */
  text: string;
}

/** What one learner is given at one time, and what is right. */
export interface Round {
  given: Given[];
  /** As the drill's `read` gives it back. */
  answer: string;
  /** How one comes to it, step by step: sentences, with what is code between backticks. */
  solution: string[];
}

/** An exercise that is made anew, with other numbers and words, as often as somebody wants to practise. */
export interface Drill {
  /** What the answer looks like, as half a sentence: `a text`, `four octal digits`. */
  form: string;
  /**
   * Whether two learners hardly ever have the same answer: more than 2^32 answers are possible. Somebody else's answer
   * is then more than chance.
   */
  isDistinct: boolean;
  /** A round; the same numbers make the same round. */
  make: (random: Random) => Round;
  /** An answer without what does not matter about how it was written; what cannot be one stays as it is. */
  read: (text: string) => string;
}
