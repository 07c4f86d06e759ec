import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Reads process data from /proc of Linux. Elsewhere every result is undefined and the tables show a dash.

/** The kernel reports CPU time in hundredths of a second on every machine. */
const ticksPerSecond = 100;

/** Returns the CPU microseconds of processes since their start, including their ended children. */
export function cpuMicroseconds(pids: readonly number[]): number | undefined {
  const fields = pids.map(stat);
  if (fields.some((one) => one === undefined)) return undefined;
  // utime, stime, cutime, cstime: fields 14 to 17 of proc(5), counted after the name.
  const ticks = fields.flatMap((one) => one?.slice(11, 15) ?? []).reduce((sum, text) => sum + Number(text), 0);
  return (ticks / ticksPerSecond) * 1e6;
}

/** Resident memory of a process in bytes, with shared pages counted in full. */
export function residentBytes(pid: number): number | undefined {
  return kilobytes(pid, 'status', 'VmRSS');
}

/** Resident memory of several processes in bytes, with each shared page split among the processes that share it. */
export function proportionalBytes(pids: readonly number[]): number | undefined {
  const each = pids.map((pid) => kilobytes(pid, 'smaps_rollup', 'Pss'));
  return each.includes(undefined) ? undefined : each.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** Returns a process and its direct children. */
function withChildren(pid: number): number[] {
  if (process.platform !== 'linux') return [pid];
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(stat(Number(name))?.[1]) === pid)
    .map(Number);
  return [pid, ...children];
}

/** Returns all descendants of a process. */
export function descendants(pid: number): number[] {
  const [, ...children] = withChildren(pid);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Returns the PostgreSQL on a benchmark's data folder, with its backends. */
export function postgresPids(dataDir: string): number[] {
  const [line = ''] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  return withChildren(Number(line));
}

/** Returns the fields of /proc/PID/stat after the name, which may contain blanks: 0 is the state, 1 the parent. */
function stat(pid: number): string[] | undefined {
  return read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
}

function kilobytes(pid: number, file: string, field: string): number | undefined {
  const [, number] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(read(`/proc/${pid}/${file}`) ?? '') ?? [];
  return number === undefined ? undefined : Number(number) * 1_024;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
