import { type Exploit, type RepairTests, type Target, withTarget } from '../exploit.ts';
import type { Order, Reply, Report } from './orders.ts';

/*
 * Runs in a child process, which the parent ends if it is busy for too long: a learner wrote the program that answers
 * the tests.
 */

/** Runs the parent's command and reports the results. */
export function takeOrders(tests: RepairTests, exploit: Exploit): void {
  const waiting = new Map<number, (reply: Reply) => void>();
  let asked = 0;
  const shell: Target['shell'] = (script) =>
    new Promise((resolve, reject) => {
      const number = ++asked;
      waiting.set(number, (reply) => {
        waiting.delete(number);
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.output);
      });
      tell({ kind: 'shell', shell: number, script });
    });
  process.on('message', (message: Order | Reply) => {
    if ('shell' in message) waiting.get(message.shell)?.(message);
    else {
      const work = message.do === 'test' ? runTests(tests, message, shell) : runExploit(exploit, message, shell);
      void work.then(() => tell({ kind: 'done' }));
    }
  });
}

function tell(report: Report): void {
  process.send?.(report);
}

async function runTests(tests: RepairTests, order: Order & { do: 'test' }, shell: Target['shell']): Promise<void> {
  const all = Object.entries(tests);
  for (const [name, test] of all.slice(order.from)) {
    tell({ kind: 'begins', name, of: all.length });
    const before = performance.now();
    const message = await withTarget(order.endpoint, (target) => inTime(test(target, order.flags), order.limit), shell)
      .then(() => null)
      .catch(messageOf);
    const ms = Math.round(performance.now() - before);
    tell({ kind: 'tested', result: { name, ok: message === null, ms, message } });
  }
}

async function runExploit(exploit: Exploit, order: Order & { do: 'exploit' }, shell: Target['shell']): Promise<void> {
  try {
    const found = await withTarget(order.endpoint, (target) => inTime(exploit(target), order.limit), shell);
    const flags = Object.entries(found ?? {}).map(([id, flag]) => [id, String(flag).slice(0, 200)]);
    tell({ kind: 'found', flags: Object.fromEntries(flags) });
  } catch (error) {
    tell({ kind: 'failed', message: messageOf(error), isLate: error instanceof TooLate });
  }
}

class TooLate extends Error {}

async function inTime<T>(work: Promise<T>, limit: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate(`It took longer than ${limit / 1000} s.`)), limit);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the message with that of its cause, in which `fetch` reports what went wrong. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 500);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`.slice(0, 500);
}
