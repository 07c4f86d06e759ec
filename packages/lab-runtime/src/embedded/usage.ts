import { readdir, readFile, readlink, stat, statfs } from 'node:fs/promises';
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
    const one = await read(next).catch(() => undefined);
    // It ended in the meantime
    if (!one) continue;
    total.cpuMs += one.cpuMs;
    total.memory += one.memory;
    total.processes += 1;
    total.descriptors += one.descriptors.length;
    descriptors.push(...one.descriptors);
    queue.push(...one.children);
  }
  return { ...total, sockets: total.descriptors > enough ? await countSockets(descriptors) : 0 };
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

async function read(pid: number): Promise<Process> {
  const stat = await readStat(`/proc/${pid}`);
  const children: number[] = [];
  const threads = await readdir(`/proc/${pid}/task`);
  for (const thread of threads) {
    const list = await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '');
    children.push(...list.split(' ').filter(Boolean).map(Number));
  }
  const alive = await livingThread(pid, threads, stat.state);
  const [memory, descriptors] = await Promise.all([memoryOf(alive), descriptorsOf(alive)]);
  return { cpuMs: stat.cpuMs, memory, descriptors, children };
}

/** The folder of a thread that lives. When the first one ends before the others, its own shows no memory and no files. */
async function livingThread(pid: number, threads: string[], state: string): Promise<string> {
  if (state !== 'Z') return `/proc/${pid}`;
  for (const thread of threads) {
    const folder = `/proc/${pid}/task/${thread}`;
    const other = await readStat(folder).catch(() => undefined);
    if (other && other.state !== 'Z') return folder;
  }
  return `/proc/${pid}`;
}

async function readStat(folder: string): Promise<{ state: string; cpuMs: number }> {
  const line = await readFile(`${folder}/stat`, 'utf8');
  // The name in brackets may hold anything; the numbers start after the last bracket, with field 3
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const field = (n: number) => Number(fields[n - 3] ?? 0);
  // utime, stime and those of children that were waited for
  const ticks = field(14) + field(15) + field(16) + field(17);
  return { state: fields[0] ?? '', cpuMs: ticks * TICK_MS };
}

async function memoryOf(folder: string): Promise<number> {
  const status = await readFile(`${folder}/status`, 'utf8').catch(() => '');
  const kilobytes = [...status.matchAll(/^Vm(?:RSS|PTE):\s+(\d+) kB$/gm)].map((match) => Number(match[1]));
  return kilobytes.reduce((sum, one) => sum + one, 0) * 1024;
}

async function descriptorsOf(folder: string): Promise<string[]> {
  const names = await readdir(`${folder}/fd`).catch(() => []);
  return names.map((name) => `${folder}/fd/${name}`);
}

async function countSockets(descriptors: string[]): Promise<number> {
  const targets = await Promise.all(descriptors.map((link) => readlink(link).catch(() => '')));
  return new Set(targets.filter((target) => target.startsWith('socket:'))).size;
}

/**
 * How many files are in a folder of a box that is a file system of its own; 0 where that can't be seen, and while the box is
 * still being made: its folders are the host's until then. Empty files have no size to limit. What is mounted in a box
 * can't be exchanged for a link by what runs there.
 */
export async function filesIn(pid: number, folder = '/tmp'): Promise<number> {
  const inner = await firstGrandchild(pid);
  if (inner === undefined) return 0;
  const path = `/proc/${inner}/root${folder}`;
  try {
    const [own, host] = await Promise.all([stat(path), stat('/tmp')]);
    if (own.dev === host.dev) return 0;
    const fs = await statfs(path);
    return fs.files - fs.ffree;
  } catch {
    return 0;
  }
}

/** bwrap stays outside of the box that it makes; its child is inside. */
async function firstGrandchild(pid: number): Promise<number | undefined> {
  const one = await read(pid).catch(() => undefined);
  return one?.children[0];
}
