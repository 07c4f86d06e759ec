import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, namesIn, readStat, textOf } from './usage.ts';

/** The lowest priority (niceness). */
const LOWEST_PRIORITY = 19;
/**
 * Milliseconds in which all processes of a box are stopped. On a busy machine a process waits for the processor before it
 * receives the signal.
 */
const MAX_STOPPING_MS = 2_000;
/** Maximum pause between two walks over the processes of a box, in milliseconds. */
const MAX_PAUSE_MS = 16;
/**
 * States of processes that can fork: running, or waiting for a signal or an event. The others are stopped, perhaps by
 * the learner, or wait in the kernel, as after vfork until the child continues.
 */
const RUNNING = /[RS]/;

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

/**
 * Stops all running processes of boxes except the first one of each. Returns them, parents first.
 *
 * A process may start a child and end before its own children are read, and the child then appears where the walk has
 * been already. Also, a process receives the signal only after the fork that it is in. The last walk is therefore one
 * that found each process stopped, or ended since the walk before.
 */
export async function stopProcesses(boxes: number[]): Promise<number[]> {
  const stopped = new Set<number>();
  let ended = new Set<number>();
  const start = performance.now();
  for (let pause = 1; performance.now() - start < MAX_STOPPING_MS; pause = Math.min(pause * 1.2, MAX_PAUSE_MS)) {
    const endedBefore = ended;
    ended = new Set();
    let isLast = true;
    for (const pid of boxes.flatMap((outside) => childrenOf(outside).flatMap((first) => [...processesBelow(first)]))) {
      const state = readStat(`/proc/${pid}`)?.state ?? 'Z';
      if (state === 'Z') {
        ended.add(pid);
        if (!endedBefore.has(pid)) isLast = false;
      } else if (RUNNING.test(state)) {
        isLast = false;
        if (stopped.has(pid)) continue;
        ignoreErrors(() => process.kill(pid, 'SIGSTOP'));
        stopped.add(pid);
      }
    }
    if (isLast) break;
    await sleep(pause);
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
