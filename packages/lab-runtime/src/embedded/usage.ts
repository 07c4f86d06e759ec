import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import type { InstanceStats } from '../runtime.ts';

/** Kernel ticks per second: 100 on every Linux that Node runs on (USER_HZ). */
const TICK_MS = 10;

export interface Usage extends InstanceStats {
  /** Open descriptors of all processes. */
  descriptors: number;
  /** Distinct sockets behind those descriptors. 0 if there are too few descriptors to count them. */
  sockets: number;
  /** Memory mappings of all processes. Counted up to `MAX_MAPPINGS` only. */
  mappings: number;
}

/** Counting more than this would take too long: 64 processes may have four million mappings. */
const MAX_MAPPINGS = 20_000;

/**
 * Returns the use of a process and all its descendants, from /proc. Walks down from the process instead of over the
 * whole machine, so the cost depends on the size of the instance.
 * @param enough sockets are counted only if there are more descriptors than this
 */
export async function usageOf(pid: number, enough = 0): Promise<Usage> {
  const total = { cpuMs: 0, memory: 0, processes: 0, descriptors: 0, mappings: 0 };
  const descriptors: string[] = [];
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const one = read(next, MAX_MAPPINGS - total.mappings);
    // It has ended meanwhile
    if (!one) continue;
    total.cpuMs += one.cpuMs;
    total.memory += one.memory;
    total.processes += 1;
    total.mappings += one.mappings;
    total.descriptors += one.descriptors.length;
    descriptors.push(...one.descriptors);
    queue.push(...one.children);
  }
  return { ...total, sockets: total.descriptors > enough ? countSockets(descriptors) : 0 };
}

/** Adds up the use of several boxes. */
export function sumUsage(all: Usage[]): Usage {
  const sum = { cpuMs: 0, memory: 0, processes: 0, descriptors: 0, sockets: 0, mappings: 0 };
  for (const one of all) for (const key of Object.keys(sum) as (keyof Usage)[]) sum[key] += one[key];
  return sum;
}

interface Process {
  cpuMs: number;
  /**
   * Returns resident memory and page tables: a program that touches memory here and there uses little but page tables.
   */
  memory: number;
  /** Returns the links of /proc that show the open descriptors. */
  descriptors: string[];
  mappings: number;
  children: number[];
}

/*
 * /proc is in memory: reading it synchronously takes a tenth of the time of an asynchronous read, and there are many
 * files.
 */

function read(pid: number, maxMappings: number): Process | undefined {
  const stat = readStat(`/proc/${pid}`);
  if (!stat) return undefined;
  const threads = namesIn(`/proc/${pid}/task`);
  const alive = livingThread(pid, threads, stat.state);
  return {
    cpuMs: stat.cpuMs,
    memory: memoryOf(alive),
    descriptors: namesIn(`${alive}/fd`).map((name) => `${alive}/fd/${name}`),
    mappings: countMappings(`${alive}/maps`, maxMappings),
    children: childrenOf(pid, threads),
  };
}

/** Returns the children of a process, including zombies. */
export function childrenOf(pid: number, threads = namesIn(`/proc/${pid}/task`)): number[] {
  return threads.flatMap((thread) => {
    const list = textOf(`/proc/${pid}/task/${thread}/children`);
    return list.split(' ').filter(Boolean).map(Number);
  });
}

/**
 * Returns the folder of a live thread. If the first thread ends before the others, its folder shows no memory and no
 * files.
 */
function livingThread(pid: number, threads: string[], state: string): string {
  if (state !== 'Z') return `/proc/${pid}`;
  for (const thread of threads) {
    const folder = `/proc/${pid}/task/${thread}`;
    const other = readStat(folder);
    if (other && other.state !== 'Z') return folder;
  }
  return `/proc/${pid}`;
}

/** Returns the state of a process or a thread; undefined if it has ended. */
export function readStat(
  folder: string,
): { state: string; session: number; cpuMs: number; startedAt: string } | undefined {
  const line = textOf(`${folder}/stat`);
  if (!line) return undefined;
  // The name in brackets may contain anything; the numbers start after the last bracket, with field 3
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

const chunk = Buffer.alloc(65_536);

/** Returns the number of mappings, which `maps` lists one per line. Stops soon after `max`. */
function countMappings(maps: string, max: number): number {
  if (max <= 0) return 0;
  const fd = attempt(() => openSync(maps, 'r'), undefined);
  if (fd === undefined) return 0;
  let count = 0;
  try {
    while (count <= max) {
      const size = readSync(fd, chunk);
      if (size === 0) break;
      for (let at = chunk.indexOf('\n'); at >= 0 && at < size; at = chunk.indexOf('\n', at + 1)) count++;
    }
  } catch {
    // It has ended meanwhile
  } finally {
    closeSync(fd);
  }
  return count;
}

function countSockets(descriptors: string[]): number {
  const targets = descriptors.map((link) => attempt(() => readlinkSync(link), ''));
  return new Set(targets.filter((target) => target.startsWith('socket:'))).size;
}

export const textOf = (path: string): string => attempt(() => readFileSync(path, 'utf8'), '');
export const namesIn = (folder: string): string[] => attempt(() => readdirSync(folder), []);

/** Ignores errors, because a process may end during the call. */
function attempt<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
