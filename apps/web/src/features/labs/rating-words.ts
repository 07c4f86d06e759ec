import type { LabCard } from '@hexpedition/contract';

/** How hard a lab was, 1 to 5, in the words of the scale. */
export const ratingNames = ['Very easy', 'Easy', 'Fair', 'Hard', 'Very hard'] as const;

/** `9 say hard`; undefined while nobody has said anything. */
export function ratingWords({ mean, count }: LabCard['rating']): string | undefined {
  const word = mean === null ? undefined : ratingNames[Math.round(mean) - 1];
  return word && `${count} ${count === 1 ? 'says' : 'say'} ${word.toLowerCase()}`;
}
