import type { LabCard } from '@hexpedition/contract';
import { searchOf } from '#lib/search.ts';
import { type Difficulty, difficulties } from '../difficulty.public.ts';
import { isSolved } from '../solved.public.ts';

const states = ['open', 'solved'] as const;
type LabState = (typeof states)[number];

/** The search parameters of the list; what is unknown is left out. */
export interface LabFilter {
  difficulty?: Difficulty;
  state?: LabState;
}

export function readFilter(search: Record<string, unknown>): LabFilter {
  return searchOf({
    difficulty: difficulties.find((known) => known === search.difficulty),
    state: states.find((known) => known === search.state),
  });
}

/** @param counts undefined while nobody is signed in: then every state is shown */
export function filterLabs(
  labs: readonly LabCard[],
  filter: LabFilter,
  counts: ReadonlyMap<string, number> | undefined,
) {
  return labs.filter((lab) => {
    if (filter.difficulty && lab.difficulty !== filter.difficulty) return false;
    return !filter.state || !counts || isSolved(lab, counts) === (filter.state === 'solved');
  });
}
