import type { AuthoredTrainings } from '@hexpedition/contract';

type AuthoredTraining = AuthoredTrainings['trainings'][number];

export const states = ['drafts', 'hidden', 'visible'] as const;
export const tiers = [0, 1, 2, 3] as const;

/** Which trainings are shown: what the address says. */
export interface Shown {
  q?: string | undefined;
  state?: (typeof states)[number] | undefined;
  tier?: (typeof tiers)[number] | undefined;
}

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
