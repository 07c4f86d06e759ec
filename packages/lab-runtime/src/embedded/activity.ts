import { childrenOf, namesIn, readStat, textOf } from './usage.ts';

/** What runs below a box's first process, which is left out, since it takes the platform's orders. */
export interface Activity {
  threads: number;
  /** Changes when anything runs. */
  mark: string;
}

/**
 * Looks at a box from outside. What takes the processor even for a moment gives it back, which the kernel counts for each
 * thread, or has used time of it.
 * @param pid of bwrap, which stays outside
 */
export function activityOf(pid: number): Activity {
  const [first] = childrenOf(pid);
  const seen: string[] = [];
  const queue = first === undefined ? [] : childrenOf(first);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const threads = namesIn(`/proc/${next}/task`);
    for (const thread of threads) seen.push(traceOf(`/proc/${next}/task/${thread}`));
    queue.push(...childrenOf(next, threads));
  }
  return { threads: seen.length, mark: seen.sort().join('\n') };
}

function traceOf(folder: string): string {
  const stat = readStat(folder);
  const switches = textOf(`${folder}/status`).matchAll(/^(?:non)?voluntary_ctxt_switches:\s+(\d+)$/gm);
  return [folder, stat?.startedAt, stat?.cpuMs, ...[...switches].map(([, number]) => number)].join(' ');
}
