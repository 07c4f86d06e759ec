import { readdir, readFile } from 'node:fs/promises';

/** Returns the fields of /proc/PID/stat after the name, which may contain anything: state, parent, …; [] if it ended. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ') : [];
}

/** Start time of a process: field 22 of the line. */
const startedAt = 19;

/** Returns id → start time of every descendant of a process. Ids are reused; a pair of both is not. */
export async function descendantsOf(pid: number): Promise<Map<number, string>> {
  const all = new Map<number, { parent: number; since: string }>();
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const fields = await statOf(Number(name));
    if (fields.length > 0) all.set(Number(name), { parent: Number(fields[1]), since: fields[startedAt] ?? '' });
  }
  const found = new Map<number, string>();
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const [child, { parent, since }] of all) {
      if (parent !== next || found.has(child)) continue;
      found.set(child, since);
      queue.push(child);
    }
  }
  return found;
}

export const isRunning = async ([pid, since]: [number, string]): Promise<boolean> =>
  (await statOf(pid))[startedAt] === since;

export const commandsOf = (processes: [number, string][]): Promise<string[]> =>
  Promise.all(processes.map(([pid]) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
