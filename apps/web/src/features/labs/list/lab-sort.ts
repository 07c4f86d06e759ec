import type { LabCard } from '@hexpedition/contract';
import { difficulties } from '#entities/lab/difficulty.ts';

/** Sort orders besides the default, easiest first, which the URL omits. */
export const sorts = ['new', 'solved', 'name'] as const;
export type LabSort = (typeof sorts)[number];

/**
 * Each order answers one question. The default: what can I do next? The others: what is new, what do others solve, and
 * where is the lab that I am looking for? Labs have no order of their own, because they are folders.
 */
export const sortLabels: Record<LabSort, string> = { new: 'Newest', solved: 'Most solved', name: 'By name' };

/**
 * Sorts labs. Ties keep their original order.
 * @param reaches Whether the learner's tier includes a tier. The default order lists the labs that do not need more first.
 */
export function sortLabs(
  labs: readonly LabCard[],
  sort: LabSort | undefined,
  reaches: (tier: number) => boolean,
): readonly LabCard[] {
  if (sort === 'name') return labs.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const sorted = labs.toSorted((a, b) => rank(a, sort) - rank(b, sort));
  return sort ? sorted : sorted.toSorted((a, b) => Number(reaches(b.tier)) - Number(reaches(a.tier)));
}

function rank(lab: LabCard, sort: 'new' | 'solved' | undefined): number {
  switch (sort) {
    case 'new':
      return lab.added_at === null ? 0 : -Date.parse(lab.added_at);
    case 'solved':
      return -lab.solves;
    case undefined:
      return effectiveDifficulty(lab);
  }
}

/** Number of ratings that count as much as the author's difficulty. */
const AUTHOR_WEIGHT = 3;

/**
 * Computes the difficulty of a lab, 1 to 5: the mean of the learners' ratings and of the author's difficulty, which counts
 * as three ratings. So a single rating does not change the order, and a lab without ratings keeps the author's difficulty.
 */
export function effectiveDifficulty({ difficulty, rating: { mean, count } }: LabCard): number {
  const authors = 2 + difficulties.indexOf(difficulty);
  return (authors * AUTHOR_WEIGHT + (mean ?? 0) * count) / (AUTHOR_WEIGHT + count);
}
