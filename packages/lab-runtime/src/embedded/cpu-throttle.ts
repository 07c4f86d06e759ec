import { setTimeout as sleep } from 'node:timers/promises';
import { continueProcesses, hasAutogroups, lowerPriorities, stopProcesses } from './box-processes.ts';
import { childrenOf, readStat } from './usage.ts';

/** Milliseconds after which CPU time counts a third. A compiler is done by then. */
const DECAY_MS = 1000;
/** Minimum milliseconds between samples. The kernel counts in steps of ten milliseconds. */
const MIN_SAMPLE_MS = 200;
/** Sessions that a throttled instance may start within `EVASION_MS`: a learner may open two terminals. */
const MAX_EVASIONS = 2;
const EVASION_MS = 10_000;
/** A gap of this length between two calls of `throttle` means that the instance was not throttled meanwhile. */
const MAX_GAP_MS = 5_000;
/** Milliseconds in which an instance that evades the throttle runs, and is stopped, in turns. */
const RUN_MS = 25;
const STOP_MS = 475;

/**
 * Measures the CPU use of an instance, and lowers its priority if it runs without a pause. A throttled instance
 * continues to run. Instances start with a lower priority than the platform, but dozens of their
 * processes together outweigh one server.
 *
 * With autogroups the kernel divides the processor between sessions, and a new session has the weight of the whole
 * platform until `throttle` finds it. An instance that keeps starting sessions while it is throttled is therefore
 * stopped most of the time.
 */
export interface CpuThrottle {
  /** Share of one processor that the instance has used lately; 2 for two whole processors. */
  readonly share: number;
  /** @param cpuMs CPU time of the instance since its start */
  sample(now: number, cpuMs: number): void;
  /** Call it every half second while the instance uses too much. */
  throttle(): void;
}

/**
 * @param boxes returns the processes of the instance that stay outside of its boxes; none after it has ended
 * @param competes returns whether sessions of the instance compete with the platform for the processor
 */
export function createCpuThrottle(boxes: () => number[], competes: () => boolean): CpuThrottle {
  let last: { at: number; cpuMs: number } | undefined;
  let share = 0;
  let throttledAt = Number.NEGATIVE_INFINITY;
  /** By session: whether it had the lowest priority after the last call. */
  let sessions = new Map<number, boolean>();
  /** Times at which a session was found that is new, or that has raised its priority again. */
  let evasions: number[] = [];
  let isStopping = false;

  function lower(): void {
    const now = performance.now();
    const found = boxes().flatMap(lowerPriorities);
    const evading = found.filter(({ id, wasHigher }) => wasHigher && (sessions.get(id) ?? true));
    sessions = new Map(found.map(({ id, isLowest }) => [id, isLowest]));
    evasions = evasions.filter((at) => now - at < EVASION_MS);
    if (now - throttledAt < MAX_GAP_MS && competes()) evasions.push(...evading.map(() => now));
    throttledAt = now;
  }

  async function stopInTurns(): Promise<void> {
    isStopping = true;
    while (evasions.length > MAX_EVASIONS && boxes().length > 0) {
      const stopped = await stopProcesses(boxes());
      await sleep(STOP_MS, undefined, { ref: false });
      continueProcesses(stopped);
      await sleep(RUN_MS, undefined, { ref: false });
      lower();
    }
    isStopping = false;
  }

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
      if (isStopping) return;
      lower();
      if (evasions.length > MAX_EVASIONS) void stopInTurns();
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

/**
 * Returns a warning for the operator if learners can evade the throttle for a moment, as a sentence; an empty list if
 * not.
 */
export function throttleAdvice(hasCpuCgroup: boolean, isGrouped = hasAutogroups()): string[] {
  if (hasCpuCgroup || !isGrouped) return [];
  return [
    'A learner can slow this server down for seconds, because kernel.sched_autogroup_enabled is 1 and instances have no cgroup with the controller "cpu": run "sysctl kernel.sched_autogroup_enabled=0", or delegate a cgroup (docs/operating.md).',
  ];
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
