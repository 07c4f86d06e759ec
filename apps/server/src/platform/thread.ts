import { Worker } from 'node:worker_threads';

/** Thrown for a task that took longer than it may. */
export class TookTooLong extends Error {}

/**
 * Runs a script in a thread beside this one, which answers requests meanwhile: one task at a time, in the order in which
 * they came. Each has a thread of its own, so that it can be ended and nothing is left of it.
 * @param script reads its task as `workerData`, and posts one message: the result
 * @param seconds after which a task is ended; waiting for the tasks before it does not count
 * @returns the result; what the script throws is thrown here
 * @throws TookTooLong
 */
export function createThread<Task, Result>(script: URL, seconds: number): (task: Task) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(() => runIn<Result>(new Worker(script, { workerData: task }), seconds));
    last = result.catch(() => {});
    return result;
  };
}

async function runIn<Result>(worker: Worker, seconds: number): Promise<Result> {
  let limit: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      limit = setTimeout(() => reject(new TookTooLong(`This took longer than ${seconds} s.`)), seconds * 1_000);
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The thread has ended without a result.')));
    });
  } finally {
    clearTimeout(limit);
    await worker.terminate();
  }
}
