import type { LabCard, LabFlagsSolved } from '@hexpedition/contract';

/** How many flags of each lab are found. A repair is none. */
export function countSolved(solved: LabFlagsSolved | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { lab, kind } of solved?.flags ?? []) if (kind === 'find') counts.set(lab, (counts.get(lab) ?? 0) + 1);
  return counts;
}

/** How many have solved a lab, in words. The count may be a minute old; whoever has solved it is in it. */
export function solvedWords({ solves }: Pick<LabCard, 'solves'>, isMine: boolean): string {
  const count = Math.max(solves, isMine ? 1 : 0);
  return count > 0 ? `solved by ${count}` : 'unsolved so far';
}

export const isSolved = (lab: LabCard, counts: ReadonlyMap<string, number>) =>
  lab.flags > 0 && (counts.get(lab.slug) ?? 0) >= lab.flags;
