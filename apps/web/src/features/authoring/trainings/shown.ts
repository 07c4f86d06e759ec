import type { AuthoredTrainings } from '@hexpedition/contract';
import { searchOf } from '#lib/search.ts';

type AuthoredTraining = AuthoredTrainings['trainings'][number];

export const states = ['drafts', 'hidden', 'visible'] as const;
export const tiers = [0, 1, 2, 3] as const;

/** Which trainings are shown: what the address says. */
export const showsOf = ({ q, state, tier }: Record<string, unknown>) =>
  searchOf({
    q: typeof q === 'string' && q !== '' ? q.slice(0, 60) : undefined,
    state: states.find((one) => one === state),
    tier: tiers.find((one) => one === tier),
  });
export type Shown = ReturnType<typeof showsOf>;

/** The trainings that the address asks for, by continent, in the order in which they came. */
export function trainingsByContinent(trainings: readonly AuthoredTraining[], { q = '', state, tier }: Shown) {
  const word = q.toLowerCase();
  const isShown = (one: AuthoredTraining) =>
    (one.name.toLowerCase().includes(word) || one.slug.includes(word)) &&
    (tier === undefined || one.tier === tier) &&
    (state === undefined || (state === 'drafts' ? one.drafts > 0 : one.hidden === (state === 'hidden')));
  const groups = new Map<string, AuthoredTraining[]>();
  for (const training of trainings.filter(isShown))
    groups.set(training.continent_name, [...(groups.get(training.continent_name) ?? []), training]);
  return groups;
}
