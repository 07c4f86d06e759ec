import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { childrenOf, namesIn, readStat } from './usage.ts';

/** Milliseconds after which CPU time counts a third. A compiler is done by then. */
const DECAY_MS = 1000;
/** Minimum milliseconds between samples. The kernel counts in steps of ten milliseconds. */
const MIN_SAMPLE_MS = 200;
/** The lowest priority (niceness). */
const LOWEST_PRIORITY = 19;

/**
 * Measures the CPU use of an instance, and lowers its priority if it runs without a pause. A throttled instance
 * continues to run. Instances start with a lower priority than the platform, but dozens of their
 * processes together outweigh one server.
 */
export interface CpuThrottle {
  /** Share of one processor that the instance has used lately; 2 for two whole processors. */
  readonly share: number;
  /** @param cpuMs CPU time of the instance since its start */
  sample(now: number, cpuMs: number): void;
  throttle(): void;
}

/** @param boxes returns the processes of the instance that stay outside of its boxes */
export function createCpuThrottle(boxes: () => number[]): CpuThrottle {
  let last: { at: number; cpuMs: number } | undefined;
  let share = 0;
  return {
    get share() {
      return share;
    },
    sample(now, cpuMs) {
      const elapsed = last ? now - last.at : 0;
      if (last && elapsed < MIN_SAMPLE_MS) return;
      if (last) {
        const kept = Math.exp(-elapsed / DECAY_MS);
        share = share * kept + (Math.max(0, cpuMs - last.cpuMs) / elapsed) * (1 - kept);
      }
      last = { at: now, cpuMs };
    },
    throttle() {
      for (const pid of boxes()) lowerPriorities(pid);
    },
  };
}

/**
 * Returns the instances to throttle: none unless all together use more than `maxShare` processors, and then those that
 * use at least a sixth of it each. An instance that answers a learner now and then uses less.
 */
export function selectThrottled<T extends { cpuThrottle: CpuThrottle }>(instances: Iterable<T>, maxShare: number): T[] {
  const all = [...instances];
  const together = all.reduce((sum, { cpuThrottle }) => sum + cpuThrottle.share, 0);
  return together > maxShare ? all.filter(({ cpuThrottle }) => cpuThrottle.share > maxShare / 6) : [];
}

/** Lowers the priority of all processes in a box except the first one, which starts what the learner asks for next. */
function lowerPriorities(outside: number): void {
  for (const first of childrenOf(outside)) {
    const sessions = new Set([readStat(`/proc/${first}`)?.session]);
    const queue = childrenOf(first);
    for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
      const threads = namesIn(`/proc/${pid}/task`);
      queue.push(...childrenOf(pid, threads));
      for (const thread of threads) ignoreErrors(() => setPriority(Number(thread), LOWEST_PRIORITY));
      const session = readStat(`/proc/${pid}`)?.session;
      if (session === undefined || sessions.has(session)) continue;
      sessions.add(session);
      // With autogroups the kernel divides the processor between sessions, and niceness only counts within a session
      ignoreErrors(() => writeFileSync(`/proc/${pid}/autogroup`, String(LOWEST_PRIORITY)));
    }
  }
}

/** A process may end during the call, and not every kernel has autogroups. */
function ignoreErrors(act: () => void): void {
  try {
    act();
  } catch {}
}

/** Returns the CPU time of a process and all its descendants in milliseconds. */
export function cpuMsOf(pid: number): number {
  let sum = 0;
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    sum += readStat(`/proc/${next}`)?.cpuMs ?? 0;
    queue.push(...childrenOf(next));
  }
  return sum;
}
