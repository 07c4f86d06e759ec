import type { Drill } from '@hexpedition/drills';

/**
 * Returns the number of rounds in a row that must be solved for the points. One round of a drill with eight answers is
 * guessed after eight tries, two in a row after seventy.
 */
export const roundsNeeded = ({ hasVeryFewAnswers }: Drill): number => (hasVeryFewAnswers ? 2 : 1);

/** Returns the number of wrong answers after which a round ends. */
export function maxWrongAnswers({ hasFewAnswers, hasVeryFewAnswers }: Drill): number {
  if (hasVeryFewAnswers) return 1;
  return hasFewAnswers ? 3 : Number.POSITIVE_INFINITY;
}

/** Returns the number of answers to one round of a visitor, who gets new values from a new key. */
export const maxVisitorAnswers = (drill: Drill): number => Math.min(5, maxWrongAnswers(drill));
