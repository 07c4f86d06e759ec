import { setTimeout as sleep } from 'node:timers/promises';
import { AttackBlocked, StillVulnerable } from '../attack.ts';
import { type Exploit, type RepairTests, type Target, withTarget } from '../exploit.ts';
import type { Command, Reply, Report, ShellReply, TestResult } from './runner-messages.ts';

/*
 * Runs in a child process, which the parent ends if it is busy for too long: a learner wrote the program that answers
 * the tests.
 */

/** Milliseconds between two rounds of visits during an attack, and before a failed visit is tried again. */
const VISIT_PAUSE_MS = 500;

/** The default exports of a lab's `tests.ts` and `exploit.ts`, and the visits of `tests.ts`. */
interface Suite {
  tests: RepairTests;
  visits: RepairTests;
  exploit: Exploit;
}

/** Runs the parent's command and reports the results. */
export function serveCommands({ tests, visits, exploit }: Suite): void {
  const finish = new AbortController();
  const waiting = new Map<number, (reply: ShellReply) => void>();
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
    else if ('finish' in message) finish.abort();
    else void run(message).then(() => report({ kind: 'done' }));
  });

  function run(command: Command): Promise<void> {
    if (command.type === 'test') return runTests({ ...visits, ...tests }, command, shell);
    if (command.type === 'visit') return runVisits(visits, command, shell, finish.signal);
    return runExploit(exploit, command, shell);
  }
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
    const { result, isTooLate } = await runTest(name, test, command, shell);
    report({ kind: 'finished', result, isTooLate });
    // The parent decides whether the next test runs
    if (isTooLate) return;
  }
}

/**
 * Repeats the visits until `finish`, and runs them once more after it. Reports the first visit that fails twice in a row:
 * a queue of connections that is full for a moment is no lock-out.
 */
async function runVisits(
  visits: RepairTests,
  command: Command & { type: 'visit' },
  shell: Target['shell'],
  finish: AbortSignal,
): Promise<void> {
  const all = Object.entries(visits);
  for (;;) {
    const isLast = finish.aborted;
    const name = (visit: string) => `${visit}, ${isLast ? 'after' : 'during'} the attack`;
    for (const [visit, test] of all) {
      report({ kind: 'started', name: name(visit), of: all.length });
      let last = await runTest(name(visit), test, command, shell);
      if (!last.result.ok) {
        await sleep(VISIT_PAUSE_MS);
        report({ kind: 'started', name: name(visit), of: all.length });
        last = await runTest(name(visit), test, command, shell);
      }
      if (!last.result.ok) return report({ kind: 'finished', ...last });
    }
    if (isLast) return;
    await sleep(VISIT_PAUSE_MS, undefined, { signal: finish }).catch(() => {});
  }
}

async function runTest(
  name: string,
  test: RepairTests[string],
  { endpoint, flags, limit }: Command & { type: 'test' | 'visit' },
  shell: Target['shell'],
): Promise<{ result: TestResult; isTooLate: boolean }> {
  const before = performance.now();
  const error = await withTarget(endpoint, (target) => withTimeout(test(target, flags), limit), shell).then(
    () => null,
    (error: unknown) => ({ message: messageOf(error), isTooLate: error instanceof TimeoutError }),
  );
  const ms = Math.round(performance.now() - before);
  return {
    result: { name, ok: error === null, ms, message: error?.message ?? null },
    isTooLate: error?.isTooLate ?? false,
  };
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
    report({ kind: 'failed', message: messageOf(error), reason: reasonOf(error) });
  }
}

function reasonOf(error: unknown): (Report & { kind: 'failed' })['reason'] {
  if (error instanceof AttackBlocked) return 'blocked';
  if (error instanceof StillVulnerable) return 'vulnerable';
  return error instanceof TimeoutError ? 'late' : 'error';
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
