import type { LabCard } from '@hexpedition/contract';
import { difficulties } from '../difficulty.public.ts';

/** What else there is than the easiest first, which is left out of the address. */
export const sorts = ['new', 'solved', 'name'] as const;
export type LabSort = (typeof sorts)[number];

/**
 * Each order answers one question. The first one, without a choice: what can I do next. Then: what has come since I was
 * here, what do others get through, where is the one that I look for. Labs have no order of their authors': they lie in
 * folders.
 */
export const sortName: Record<LabSort, string> = { new: 'Newest', solved: 'Most solved', name: 'By name' };

/** Labs that rank the same stay as they came. */
export const sortLabs = (labs: readonly LabCard[], sort: LabSort | undefined): readonly LabCard[] =>
  sort === 'name'
    ? labs.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    : labs.toSorted((a, b) => rank(a, sort) - rank(b, sort));

function rank(lab: LabCard, sort: 'new' | 'solved' | undefined): number {
  switch (sort) {
    case 'new':
      return lab.added_at === null ? 0 : -Date.parse(lab.added_at);
    case 'solved':
      return -lab.solves;
    case undefined:
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
