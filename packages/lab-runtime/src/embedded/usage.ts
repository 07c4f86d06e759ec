import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import type { InstanceStats } from '../runtime.ts';

/** Kernel ticks a second: 100 on every Linux that Node runs on (USER_HZ). */
const TICK_MS = 10;
const PAGE = 4096;

/**
 * CPU and memory of a process and all that descends from it, from /proc. Walks down from the process instead of
 * over the whole machine, so the cost depends on the size of the instance.
 */
export async function usageOf(pid: number): Promise<InstanceStats> {
  const total: InstanceStats = { cpuMs: 0, memory: 0, processes: 0 };
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const one = await read(next).catch(() => undefined);
    // It ended in the meantime
    if (!one) continue;
    total.cpuMs += one.cpuMs;
    total.memory += one.memory;
    total.processes += 1;
    queue.push(...one.children);
  }
  return total;
}

async function read(pid: number): Promise<{ cpuMs: number; memory: number; children: number[] }> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold anything; the numbers start after the last bracket, with field 3
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const field = (n: number) => Number(fields[n - 3] ?? 0);
  const children: number[] = [];
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const list = await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '');
    children.push(...list.split(' ').filter(Boolean).map(Number));
  }
  // utime, stime and those of children that were waited for; resident pages
  const ticks = field(14) + field(15) + field(16) + field(17);
  return { cpuMs: ticks * TICK_MS, memory: field(24) * PAGE, children };
}

/**
 * How many files an instance has made in its /tmp; 0 where that can't be seen, and while the box is still being made: its
 * /tmp is the host's until then. Empty files have no size to limit.
 */
export async function filesInTmp(pid: number): Promise<number> {
  const inner = await firstGrandchild(pid);
  if (inner === undefined) return 0;
  const tmp = `/proc/${inner}/root/tmp`;
  try {
    const [own, host] = await Promise.all([stat(tmp), stat('/tmp')]);
    if (own.dev === host.dev) return 0;
    const fs = await statfs(tmp);
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
