import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { ended, endFirst, kill } from '../embedded/launch.ts';
import type { Target } from '../exploit.ts';
import type { Command, Reply, Report } from './runner-messages.ts';

/** Milliseconds between the limit of a step and the end of the process that exceeds it. */
const GRACE_MS = 1_500;

export interface Outcome {
  /** Why the process was ended early; null if it finished. */
  ended: string | null;
}

/**
 * Runs one command in a new process and passes on its reports. The process has this Node, an empty environment and a
 * time limit: an endless response or an exponential pattern ends it.
 * @param file the script of `bundleRunner`
 * @param deadline ends the process at this time, in milliseconds of `performance.now()`
 * @param signal ends it at once
 * @param finish tells it to finish when this settles
 */
export async function runCommand(
  file: string,
  command: Command,
  {
    deadline,
    signal,
    shell,
    finish,
    onReport,
  }: {
    deadline: number;
    signal?: AbortSignal;
    shell: Target['shell'];
    finish?: Promise<unknown>;
    onReport: (report: Report) => void;
  },
): Promise<Outcome> {
  const child = spawn(process.execPath, ['--max-old-space-size=128', '--no-warnings', file], {
    env: {},
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let reason: string | null = null;
  let isDone = false;
  const end = (message: string) => {
    reason ??= message;
    kill(child);
  };
  const wholeTimer = setTimeout(
    () => end('The time for the whole run was over.'),
    Math.max(0, deadline - performance.now()),
  );
  const cancel = () => end('The run was cancelled.');
  signal?.addEventListener('abort', cancel);
  let stepTimer = setTimeout(() => {}, 0);
  const startStepTimer = () => {
    clearTimeout(stepTimer);
    stepTimer = setTimeout(() => end(`It took longer than ${command.limit / 1000} s.`), command.limit + GRACE_MS);
  };
  child.on('message', (report: Report) => {
    if (report.kind === 'shell') void answer(child, report, shell);
    else if (report.kind === 'done') {
      isDone = true;
      kill(child);
    } else {
      if (report.kind === 'started') startStepTimer();
      onReport(report);
    }
  });
  if (child.pid !== undefined) {
    endFirst(child.pid);
    lowerPriority(child.pid);
  }
  child.send(command, (error) => error && end(error.message));
  startStepTimer();
  const sendFinish = () => sendReply(child, { finish: true });
  void finish?.then(sendFinish, sendFinish);
  const exit = await ended(child);
  clearTimeout(wholeTimer);
  clearTimeout(stepTimer);
  signal?.removeEventListener('abort', cancel);
  if (isDone) return { ended: null };
  return { ended: reason ?? `It crashed (${exit}).` };
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
  sendReply(child, reply);
}

function sendReply(child: ChildProcess, reply: Reply): void {
  // It may have ended meanwhile
  if (child.connected) child.send(reply, () => {});
}

/** Lets the platform run first. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, 10);
  } catch {
    // It has ended
  }
}
