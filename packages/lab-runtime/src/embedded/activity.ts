import { readdir, readFile } from 'node:fs/promises';

/** What runs below a box's first process, which is left out, since it takes the platform's orders. */
export interface Activity {
  threads: number;
  /** Changes when anything runs. */
  mark: string;
}

/**
 * Looks at a box from outside. What takes the processor even for a moment gives it back, which the kernel counts for each
 * thread, or has used time of it.
 * @param pid of bwrap, which stays outside
 */
export async function activityOf(pid: number): Promise<Activity> {
  const [first] = await childrenOf(pid);
  if (first === undefined) return { threads: 0, mark: '' };
  const seen: string[] = [];
  const queue = await childrenOf(first);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const threads = await readdir(`/proc/${next}/task`).catch(() => []);
    for (const thread of threads) seen.push(await switchesOf(`/proc/${next}/task/${thread}`));
    queue.push(...(await childrenOf(next)));
  }
  return { threads: seen.length, mark: seen.sort().join('\n') };
}

async function switchesOf(folder: string): Promise<string> {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((name) => readFile(`${folder}/${name}`, 'utf8').catch(() => '')),
  );
  const switches = [...(status ?? '').matchAll(/^(?:non)?voluntary_ctxt_switches:\s+(\d+)$/gm)].map(([, n]) => n);
  // utime, stime and when it started: fields 14, 15 and 22, counted from behind the name
  const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ');
  return [folder, fields[19], fields[11], fields[12], ...switches].join(' ');
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
