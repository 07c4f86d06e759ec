import type { AuthoredTrainings } from '@hexpedition/contract';

type AuthoredTraining = AuthoredTrainings['trainings'][number];

export const states = ['drafts', 'hidden', 'visible'] as const;
export const tiers = [0, 1, 2, 3] as const;

/** Filter of the training list, stored in the URL. */
export interface TrainingFilter {
  q?: string | undefined;
  state?: (typeof states)[number] | undefined;
  tier?: (typeof tiers)[number] | undefined;
}

/** Returns the trainings that match the filter, grouped by continent in their original order. */
export function trainingsByContinent(trainings: readonly AuthoredTraining[], { q = '', state, tier }: TrainingFilter) {
  const word = q.toLowerCase();
  const matches = (one: AuthoredTraining) =>
    (one.name.toLowerCase().includes(word) || one.slug.includes(word)) &&
    (tier === undefined || one.tier === tier) &&
    (state === undefined || (state === 'drafts' ? one.drafts > 0 : one.hidden === (state === 'hidden')));
  const groups = new Map<string, AuthoredTraining[]>();
  for (const training of trainings.filter(matches))
    groups.set(training.continent_name, [...(groups.get(training.continent_name) ?? []), training]);
  return groups;
}
