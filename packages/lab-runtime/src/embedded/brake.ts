import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { childrenOf, namesIn, readStat } from './usage.ts';

/** Milliseconds after which what an instance has used counts a third. A compiler is done by then. */
const MEMORY = 1000;
/** The kernel counts in steps of ten milliseconds. */
const SHORTEST = 200;
/** The niceness of whoever gets the processor when nobody else wants it. */
const LAST = 19;

/**
 * Lets an instance wait for everybody else when it takes the processor without a pause: what it does goes on, and slows
 * nobody. It starts nicer than the platform already, but dozens of its processes together weigh more than one server.
 */
export interface Brake {
  /** How much of one processor it has taken lately; 2 where it had two for itself. */
  readonly share: number;
  /** @param cpuMs what it has used in all */
  look(now: number, cpuMs: number): void;
  pull(): void;
}

/** @param boxes gives the processes that stay outside of the instance's boxes */
export function createBrake(boxes: () => number[]): Brake {
  let last: { at: number; cpuMs: number } | undefined;
  let share = 0;
  return {
    get share() {
      return share;
    },
    look(now, cpuMs) {
      const elapsed = last ? now - last.at : 0;
      if (last && elapsed < SHORTEST) return;
      if (last) {
        const kept = Math.exp(-elapsed / MEMORY);
        share = share * kept + (Math.max(0, cpuMs - last.cpuMs) / elapsed) * (1 - kept);
      }
      last = { at: now, cpuMs };
    },
    pull() {
      for (const pid of boxes()) slow(pid);
    },
  };
}

/**
 * Those that have to wait: together they take more than `most` of a processor, and each of them takes part in it. One that
 * answers a learner now and then does not.
 */
export function thoseWhoBurn<T extends { brake: Brake }>(instances: Iterable<T>, most: number): T[] {
  const all = [...instances];
  const together = all.reduce((sum, { brake }) => sum + brake.share, 0);
  return together > most ? all.filter(({ brake }) => brake.share > most / 6) : [];
}

/** Slows what runs in a box, but not its first process: it starts what the learner asks for next. */
function slow(outside: number): void {
  for (const first of childrenOf(outside)) {
    const sessions = new Set([readStat(`/proc/${first}`)?.session]);
    const queue = childrenOf(first);
    for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
      const threads = namesIn(`/proc/${pid}/task`);
      queue.push(...childrenOf(pid, threads));
      for (const thread of threads) unlessGone(() => setPriority(Number(thread), LAST));
      const session = readStat(`/proc/${pid}`)?.session;
      if (session === undefined || sessions.has(session)) continue;
      sessions.add(session);
      // With autogroups the kernel shares the processor among sessions, and niceness counts inside of one alone
      unlessGone(() => writeFileSync(`/proc/${pid}/autogroup`, String(LAST)));
    }
  }
}

/** A process may end while it is looked at, and not every kernel has autogroups. */
function unlessGone(act: () => void): void {
  try {
    act();
  } catch {}
}

/** Milliseconds of the processor's time that a process and all that descends from it have used. */
export function cpuMsOf(pid: number): number {
  let sum = 0;
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    sum += readStat(`/proc/${next}`)?.cpuMs ?? 0;
    queue.push(...childrenOf(next));
  }
  return sum;
}
