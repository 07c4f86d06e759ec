import type { LabCard } from '@hexpedition/contract';
import { difficulties } from '../difficulty.public.ts';

export const sorts = ['new', 'solved', 'easy'] as const;
export type LabSort = (typeof sorts)[number];

/**
 * Without a choice labs stand as their authors put them, which is the order to learn in. The others answer one question
 * each: what has come since I was here, what do others get through, what can I do next.
 */
export const sortName: Record<LabSort, string> = { new: 'Newest', solved: 'Most solved', easy: 'Easiest' };

/** Labs that rank the same stay as their authors put them. */
export function sortLabs(labs: readonly LabCard[], sort: LabSort | undefined): readonly LabCard[] {
  if (!sort) return labs;
  return labs.toSorted((a, b) => rank(a, sort) - rank(b, sort));
}

function rank(lab: LabCard, sort: LabSort): number {
  switch (sort) {
    case 'new':
      return lab.added_at === null ? 0 : -Date.parse(lab.added_at);
    case 'solved':
      return -lab.solves;
    case 'easy':
      return hardness(lab);
  }
}

/** Votes that the author's own word weighs as many as. */
const authorsWeight = 3;

/**
 * How hard a lab is, 1 to 5: the mean of those who solved it and of its author, whose word stands for three of them. So
 * one learner's word does not turn the order over, and a lab without any stands where its author puts it.
 */
export function hardness({ difficulty, rating: { mean, count } }: LabCard): number {
  const authors = 2 + difficulties.indexOf(difficulty);
  return (authors * authorsWeight + (mean ?? 0) * count) / (authorsWeight + count);
}
