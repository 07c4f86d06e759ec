import { type Exploit, type RepairTests, type Target, withTarget } from '../exploit.ts';
import type { Command, Reply, Report } from './runner-messages.ts';

/*
 * Runs in a child process, which the parent ends if it is busy for too long: a learner wrote the program that answers
 * the tests.
 */

/** Runs the parent's command and reports the results. */
export function serveCommands(tests: RepairTests, exploit: Exploit): void {
  const waiting = new Map<number, (reply: Reply) => void>();
  let count = 0;
  const shell: Target['shell'] = (script) =>
    new Promise((resolve, reject) => {
      const number = ++count;
      waiting.set(number, (reply) => {
        waiting.delete(number);
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.output);
      });
      report({ kind: 'shell', shell: number, script });
    });
  process.on('message', (message: Command | Reply) => {
    if ('shell' in message) waiting.get(message.shell)?.(message);
    else {
      const work = message.type === 'test' ? runTests(tests, message, shell) : runExploit(exploit, message, shell);
      void work.then(() => report({ kind: 'done' }));
    }
  });
}

function report(message: Report): void {
  process.send?.(message);
}

async function runTests(
  tests: RepairTests,
  command: Command & { type: 'test' },
  shell: Target['shell'],
): Promise<void> {
  const all = Object.entries(tests);
  for (const [name, test] of all.slice(command.from)) {
    report({ kind: 'started', name, of: all.length });
    const before = performance.now();
    const error = await withTarget(
      command.endpoint,
      (target) => withTimeout(test(target, command.flags), command.limit),
      shell,
    ).then(
      () => null,
      (error: unknown) => ({ message: messageOf(error), isTooLate: error instanceof TimeoutError }),
    );
    const ms = Math.round(performance.now() - before);
    const isTooLate = error?.isTooLate ?? false;
    report({ kind: 'finished', result: { name, ok: error === null, ms, message: error?.message ?? null }, isTooLate });
    // The parent decides whether the next test runs
    if (isTooLate) return;
  }
}

async function runExploit(
  exploit: Exploit,
  command: Command & { type: 'exploit' },
  shell: Target['shell'],
): Promise<void> {
  try {
    const found = await withTarget(command.endpoint, (target) => withTimeout(exploit(target), command.limit), shell);
    const flags = Object.entries(found ?? {}).map(([id, flag]) => [id, String(flag).slice(0, 200)]);
    report({ kind: 'found', flags: Object.fromEntries(flags) });
  } catch (error) {
    report({ kind: 'failed', message: messageOf(error), isTooLate: error instanceof TimeoutError });
  }
}

class TimeoutError extends Error {}

async function withTimeout<T>(work: Promise<T>, limit: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`It took longer than ${limit / 1000} s.`)), limit);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the message of an error and of its cause, in which `fetch` gives the reason. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 500);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`.slice(0, 500);
}
