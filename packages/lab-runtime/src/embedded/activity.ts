import { childrenOf, namesIn, readStat, textOf } from './usage.ts';

/**
 * Activity of the processes below the first process of a box. The first one is left out, because it takes the
 * platform's orders.
 */
export interface Activity {
  threads: number;
  /** Changes when any process runs. */
  mark: string;
}

/**
 * Inspects a box from outside. A process that ran even for a moment has used CPU time or had a context switch, which
 * the kernel counts for each thread.
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
