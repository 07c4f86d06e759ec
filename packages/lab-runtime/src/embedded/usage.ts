import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { InstanceStats } from '../runtime.ts';

/** Kernel ticks a second: 100 on every Linux that Node runs on (USER_HZ). */
const TICK_MS = 10;

export interface Usage extends InstanceStats {
  /** Open descriptors of all processes. */
  descriptors: number;
  /** Sockets that those descriptors lead to, each counted once. 0 where that was not worth a look. */
  sockets: number;
}

/**
 * What a process and all that descends from it use, from /proc. Walks down from the process instead of over the whole
 * machine, so the cost depends on the size of the instance.
 * @param enough sockets are told from other descriptors only where there are more descriptors than this.
 */
export async function usageOf(pid: number, enough = 0): Promise<Usage> {
  const total = { cpuMs: 0, memory: 0, processes: 0, descriptors: 0 };
  const descriptors: string[] = [];
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const one = read(next);
    // It ended in the meantime
    if (!one) continue;
    total.cpuMs += one.cpuMs;
    total.memory += one.memory;
    total.processes += 1;
    total.descriptors += one.descriptors.length;
    descriptors.push(...one.descriptors);
    queue.push(...one.children);
  }
  return { ...total, sockets: total.descriptors > enough ? countSockets(descriptors) : 0 };
}

/** What several boxes use together. */
export function sumUsage(all: Usage[]): Usage {
  const sum = { cpuMs: 0, memory: 0, processes: 0, descriptors: 0, sockets: 0 };
  for (const one of all) for (const key of Object.keys(sum) as (keyof Usage)[]) sum[key] += one[key];
  return sum;
}

interface Process {
  cpuMs: number;
  /** Resident memory, and the tables of its pages: touching memory once here and there takes little but tables. */
  memory: number;
  /** The links of /proc that lead to what it has open. */
  descriptors: string[];
  children: number[];
}

/*
 * /proc is memory: to read it at once takes a tenth of what it takes to wait for it, and there is much to be read.
 */

function read(pid: number): Process | undefined {
  const stat = readStat(`/proc/${pid}`);
  if (!stat) return undefined;
  const threads = namesIn(`/proc/${pid}/task`);
  const alive = livingThread(pid, threads, stat.state);
  return {
    cpuMs: stat.cpuMs,
    memory: memoryOf(alive),
    descriptors: namesIn(`${alive}/fd`).map((name) => `${alive}/fd/${name}`),
    children: childrenOf(pid, threads),
  };
}

/** The processes that a process has started and that live, or are not waited for yet. */
export function childrenOf(pid: number, threads = namesIn(`/proc/${pid}/task`)): number[] {
  return threads.flatMap((thread) => {
    const list = textOf(`/proc/${pid}/task/${thread}/children`);
    return list.split(' ').filter(Boolean).map(Number);
  });
}

/** The folder of a thread that lives. When the first one ends before the others, its own shows no memory and no files. */
function livingThread(pid: number, threads: string[], state: string): string {
  if (state !== 'Z') return `/proc/${pid}`;
  for (const thread of threads) {
    const folder = `/proc/${pid}/task/${thread}`;
    const other = readStat(folder);
    if (other && other.state !== 'Z') return folder;
  }
  return `/proc/${pid}`;
}

/** Of a process or a thread; undefined where it has ended. */
export function readStat(
  folder: string,
): { state: string; session: number; cpuMs: number; startedAt: string } | undefined {
  const line = textOf(`${folder}/stat`);
  if (!line) return undefined;
  // The name in brackets may hold anything; the numbers start after the last bracket, with field 3
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const field = (n: number) => fields[n - 3] ?? '0';
  // utime, stime and those of children that were waited for
  const ticks = [14, 15, 16, 17].reduce((sum, n) => sum + Number(field(n)), 0);
  return { state: fields[0] ?? '', session: Number(field(6)), cpuMs: ticks * TICK_MS, startedAt: field(22) };
}

function memoryOf(folder: string): number {
  const kilobytes = [...textOf(`${folder}/status`).matchAll(/^Vm(?:RSS|PTE):\s+(\d+) kB$/gm)];
  return kilobytes.reduce((sum, [, one]) => sum + Number(one), 0) * 1024;
}

function countSockets(descriptors: string[]): number {
  const targets = descriptors.map((link) => attempt(() => readlinkSync(link), ''));
  return new Set(targets.filter((target) => target.startsWith('socket:'))).size;
}

export const textOf = (path: string): string => attempt(() => readFileSync(path, 'utf8'), '');
export const namesIn = (folder: string): string[] => attempt(() => readdirSync(folder), []);

/** What runs may end while it is looked at. */
function attempt<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
