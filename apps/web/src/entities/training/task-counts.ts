import type { TrainingCard } from '@hexpedition/contract';
import { plural } from '#lib/format.ts';

/**
 * Returns the numbers of tasks of a course or lesson as texts, without zeros: `2 flags`, `1 drill`, `1 lab`. The flags of
 * a lab count in the lab.
 * @param found number of found flags, shown before their total once there is one
 */
export function taskCounts(
  { flags, drills, labs }: Pick<TrainingCard, 'flags' | 'drills' | 'labs'>,
  found = 0,
): string[] {
  return [
    flags > 0 && `${found > 0 ? `${found} of ` : ''}${plural(flags, 'flag')}`,
    drills > 0 && plural(drills, 'drill'),
    labs > 0 && plural(labs, 'lab'),
  ].filter((text) => text !== false);
}
