import type { LabCard } from '@hexpedition/contract';

/** Names of the difficulty ratings 1 to 5. */
export const ratingLabels = ['Very easy', 'Easy', 'Fair', 'Hard', 'Very hard'] as const;

/** Summarizes the ratings: `9 rated it hard`. Undefined without ratings. */
export function ratingText({ mean, count }: LabCard['rating']): string | undefined {
  const label = mean === null ? undefined : ratingLabels[Math.round(mean) - 1];
  return label && `${count} rated it ${label.toLowerCase()}`;
}
