import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Reads what Linux tells about processes in /proc. Elsewhere every result is undefined and the tables show a dash.

/** The kernel counts processor time in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100;

/** Processor time in microseconds that processes have used since their start, with that of their ended children. */
export function cpuMicroseconds(pids: readonly number[]): number | undefined {
  const fields = pids.map(stat);
  if (fields.some((one) => one === undefined)) return undefined;
  // utime, stime, cutime, cstime: fields 14 to 17 of proc(5), counted behind the name.
  const ticks = fields.flatMap((one) => one?.slice(11, 15) ?? []).reduce((sum, text) => sum + Number(text), 0);
  return (ticks / ticksPerSecond) * 1e6;
}

/** Resident memory of a process in bytes, pages that it shares with others counted in full. */
export function residentBytes(pid: number): number | undefined {
  return kilobytes(pid, 'status', 'VmRSS');
}

/** Resident memory of several processes in bytes, each shared page counted once among those that share it. */
export function proportionalBytes(pids: readonly number[]): number | undefined {
  const each = pids.map((pid) => kilobytes(pid, 'smaps_rollup', 'Pss'));
  return each.includes(undefined) ? undefined : each.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** A process and its children. */
function family(pid: number): number[] {
  if (process.platform !== 'linux') return [pid];
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(stat(Number(name))?.[1]) === pid)
    .map(Number);
  return [pid, ...children];
}

/** All processes that a process has started, and those that they have. */
export function descendants(pid: number): number[] {
  const [, ...children] = family(pid);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** The PostgreSQL that runs on a benchmark's data folder, with its backends. */
export function postgresPids(dataDir: string): number[] {
  const [line = ''] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  return family(Number(line));
}

/** The fields of /proc/PID/stat behind the name, which may contain blanks: 0 is the state, 1 the parent. */
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
