import type { Issue } from '@hexpedition/hexkit/issues';
import { useMemo, useState } from 'react';

/**
 * Numbered problems of a map, and the one that the author looks at.
 *
 * @param issues of the compiled map; each compilation creates new objects
 * @param show shows a problem on the map
 */
export function useProblems(issues: readonly Issue[] | undefined, show: (problem: Issue) => void) {
  const [active, setActive] = useState<{ problem: Issue; index: number }>();
  /** In the order of their numbers, errors first. Unplaced items are in the tray instead. */
  const problems = useMemo(() => {
    const listed = issues?.filter(({ code }) => code !== 'unplaced') ?? [];
    return listed.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
  }, [issues]);

  const open = (problem: Issue) => {
    setActive({ problem, index: problems.indexOf(problem) });
    show(problem);
  };
  const openNext = () => {
    const next = problems[indexAfter(problems, active) % (problems.length || 1)];
    if (next) open(next);
  };
  return { problems, activeProblem: active?.problem, open, openNext };
}

/** Returns the index that follows the active problem. If the author has fixed it, its successor has taken its index. */
function indexAfter(problems: readonly Issue[], active: { problem: Issue; index: number } | undefined): number {
  if (!active) return 0;
  const index = problems.indexOf(active.problem);
  if (index >= 0) return index + 1;
  const sameIndex = problems.findIndex((problem) => isSame(problem, active.problem));
  return sameIndex >= 0 ? sameIndex + 1 : active.index;
}

/** Several problems can have the same message, for example the copies of one course. */
const isSame = (a: Issue, b: Issue): boolean =>
  a.code === b.code &&
  a.message === b.message &&
  a.ref === b.ref &&
  a.continent === b.continent &&
  a.at?.q === b.at?.q &&
  a.at?.r === b.at?.r;
