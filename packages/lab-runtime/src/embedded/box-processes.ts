import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { childrenOf, namesIn, readStat, textOf } from './usage.ts';

/** The lowest priority (niceness). */
const LOWEST_PRIORITY = 19;
/** Walks over the processes of a box until no new one is found. A stopped process cannot fork. */
const MAX_WALKS = 50;

export interface Session {
  id: number;
  /** Whether it had more than the lowest priority, and whether it has the lowest one now. */
  wasHigher: boolean;
  isLowest: boolean;
}

/**
 * Lowers the priority of all processes in a box except the first one, which starts what the learner asks for next.
 * @param outside the process of the box that stays outside
 * @returns the sessions of these processes
 */
export function lowerPriorities(outside: number): Session[] {
  const sessions = new Map<number, Session>();
  for (const first of childrenOf(outside)) {
    const own = readStat(`/proc/${first}`)?.session;
    for (const pid of processesBelow(first)) {
      for (const thread of namesIn(`/proc/${pid}/task`)) {
        ignoreErrors(() => setPriority(Number(thread), LOWEST_PRIORITY));
      }
      const id = readStat(`/proc/${pid}`)?.session;
      if (id !== undefined && id !== own && !sessions.has(id)) sessions.set(id, lowerSession(id, pid));
    }
  }
  return [...sessions.values()];
}

/**
 * Lowers the priority of a process's session. With autogroups the kernel divides the processor between sessions, and
 * niceness only counts within a session.
 */
function lowerSession(id: number, pid: number): Session {
  const file = `/proc/${pid}/autogroup`;
  const session = { id, wasHigher: false, isLowest: false };
  ignoreErrors(() => {
    session.wasHigher = !readFileSync(file, 'utf8').endsWith(` nice ${LOWEST_PRIORITY}\n`);
    // For an ordinary user this fails with EAGAIN after another write within a tenth of a second
    if (session.wasHigher) writeFileSync(file, String(LOWEST_PRIORITY));
    session.isLowest = true;
  });
  return session;
}

/** Stops all running processes of boxes except the first one of each. Returns them, parents first. */
export function stopProcesses(boxes: number[]): number[] {
  const stopped = new Set<number>();
  for (let walk = 0; walk < MAX_WALKS; walk++) {
    const before = stopped.size;
    for (const pid of boxes.flatMap((outside) => childrenOf(outside).flatMap((first) => [...processesBelow(first)]))) {
      // The learner may have stopped it, and it must not continue later
      if (stopped.has(pid) || /[TtZ]/.test(readStat(`/proc/${pid}`)?.state ?? 'Z')) continue;
      ignoreErrors(() => process.kill(pid, 'SIGSTOP'));
      stopped.add(pid);
    }
    if (stopped.size === before) break;
  }
  return [...stopped];
}

/** Continues stopped processes, children first: a shell that runs before its program would report it as stopped. */
export function continueProcesses(stopped: number[]): void {
  for (const pid of stopped.toReversed()) ignoreErrors(() => process.kill(pid, 'SIGCONT'));
}

/** Returns whether the kernel divides the processor between sessions. */
export const hasAutogroups = (): boolean => textOf('/proc/sys/kernel/sched_autogroup_enabled').trim() === '1';

/** Yields all descendants of a process, parents first. */
function* processesBelow(first: number): Generator<number> {
  const queue = childrenOf(first);
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    yield pid;
    queue.push(...childrenOf(pid));
  }
}

/** A process may end during the call, and not every kernel has autogroups. */
function ignoreErrors(act: () => void): void {
  try {
    act();
  } catch {}
}
