import type { LabCard, LabFlagsSolved } from '@hexpedition/contract';

/** Counts the found flags of each lab. A repair does not count. */
export function countFoundFlags(solved: Pick<LabFlagsSolved, 'flags'> | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { lab, kind } of solved?.flags ?? []) if (kind === 'find') counts.set(lab, (counts.get(lab) ?? 0) + 1);
  return counts;
}

/** Formats the number of solves. The count may be a minute old, so it is at least 1 if the learner has solved the lab. */
export function solvesText({ solves }: Pick<LabCard, 'solves'>, isSolvedByLearner: boolean): string {
  const count = Math.max(solves, isSolvedByLearner ? 1 : 0);
  return count > 0 ? `solved by ${count}` : 'not solved yet';
}

export const isSolved = (lab: LabCard, counts: ReadonlyMap<string, number>) =>
  lab.flags > 0 && (counts.get(lab.slug) ?? 0) >= lab.flags;
