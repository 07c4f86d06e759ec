import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { ended, kill } from '../embedded/launch.ts';
import type { Target } from '../exploit.ts';
import type { Order, Reply, Report } from './orders.ts';

/** How long after its own limit a process that does not answer any more is ended. */
const GRACE = 1_500;

export interface Outcome {
  /** Why it was ended before it was done; null when it was done. */
  ended: string | null;
}

/**
 * Gives one order to a new process, and passes on what it reports until it is done. It has this Node, none of this process's
 * environment, and no time: whoever keeps it busy, with an answer without end or a pattern that takes for ever, has it ended.
 * @param file what `bundleRunner` made
 * @param deadline when it is ended whatever it does, in milliseconds of `performance.now()`
 * @param signal ends it at once
 */
export async function giveOrder(
  file: string,
  order: Order,
  {
    deadline,
    signal,
    shell,
    onReport,
  }: { deadline: number; signal?: AbortSignal; shell: Target['shell']; onReport: (report: Report) => void },
): Promise<Outcome> {
  const child = spawn(process.execPath, ['--max-old-space-size=128', '--no-warnings', file], {
    env: {},
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let why: string | null = null;
  let isDone = false;
  const end = (reason: string) => {
    why ??= reason;
    kill(child);
  };
  const whole = setTimeout(() => end('There was no time left.'), Math.max(0, deadline - performance.now()));
  const callOff = () => end('It was called off.');
  signal?.addEventListener('abort', callOff);
  let single = setTimeout(() => {}, 0);
  const wait = () => {
    clearTimeout(single);
    single = setTimeout(() => end(`It took longer than ${order.limit / 1000} s.`), order.limit + GRACE);
  };
  child.on('message', (report: Report) => {
    if (report.kind === 'shell') void answer(child, report, shell);
    else if (report.kind === 'done') {
      isDone = true;
      kill(child);
    } else {
      if (report.kind === 'begins') wait();
      onReport(report);
    }
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  child.send(order, (error) => error && end(error.message));
  wait();
  const how = await ended(child);
  clearTimeout(whole);
  clearTimeout(single);
  signal?.removeEventListener('abort', callOff);
  if (isDone) return { ended: null };
  return { ended: why ?? `It fell over (${how}).` };
}

async function answer(
  child: ChildProcess,
  { shell: number, script }: Report & { kind: 'shell' },
  shell: Target['shell'],
): Promise<void> {
  const reply: Reply = await shell(script).then(
    (output) => ({ shell: number, output }),
    (error: Error) => ({ shell: number, error: error.message }),
  );
  // It may have been ended meanwhile
  if (child.connected) child.send(reply, () => {});
}

/** The platform comes first. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, 10);
  } catch {
    // It has ended already
  }
}
