import { Worker } from 'node:worker_threads';

/** Thrown for a task that took longer than it may. */
export class TaskLimitError extends Error {
  override name = 'TaskLimitError';
  /** What the task was busy with, where it told. */
  readonly at: string | undefined;

  constructor(message: string, at?: string) {
    super(message);
    this.at = at;
  }
}

/**
 * Runs a script in a thread beside this one, which answers requests meanwhile: one task at a time, in the order in which
 * they came. Each has a thread of its own, so that it can be ended and nothing is left of it.
 * @param script reads its task as `workerData`, and posts one message: the result
 * @param seconds after which a task is ended; waiting for the tasks before it does not count
 * @returns the result; what the script throws is thrown here
 * @throws TaskLimitError
 */
export function createWorkerPerTask<Task, Result>(script: URL, seconds: number): (task: Task) => Promise<Result> {
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
      limit = setTimeout(() => reject(new TaskLimitError(`This took longer than ${seconds} s.`)), seconds * 1_000);
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The thread has ended without a result.')));
    });
  } finally {
    clearTimeout(limit);
    await worker.terminate();
  }
}

/** What a script answers that stands by for tasks (`createPersistentWorker`). */
export type WorkerAnswer<Result> = { result: Result } | { failure: { name: string; message: string } };

/** What it says first, when it has loaded and has its task in hand. */
export interface WorkerStarted {
  began: true;
}

/** What it may say before its answer: with what it begins now. */
export interface WorkerProgress {
  at: string;
}

/** How long a task may take. That the script has to load first, which is long on a busy machine, is not the task's fault. */
export interface TimeLimit {
  /** Seconds for each step; for all of it where it tells of none. */
  step: number;
  /** Seconds for all of its steps; `step` when left out. */
  total?: number;
}

export interface PersistentWorker<Task, Result> {
  /** @throws TaskLimitError, also when a task takes more memory than it may */
  run(task: Task): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Like `createWorkerPerTask`, for a script that takes long to load: one thread stands by and takes one task after another. It
 * starts with the first task, ends with a task that takes too much, and when nothing was asked for a while.
 * @param script says `WorkerStarted` to each message and then a `WorkerAnswer`; between them it may tell its steps
 */
export function createPersistentWorker<Task, Result>(
  script: URL,
  { limit, megabytes = 1_024, idleSeconds = 600 }: { limit: TimeLimit; megabytes?: number; idleSeconds?: number },
): PersistentWorker<Task, Result> {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const started = (): Worker => {
    if (isClosed) throw new Error('The thread is closed.');
    if (worker) return worker;
    const made = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: megabytes } });
    // It must not keep a process alive that has nothing else to do; a thread that dies between two tasks is replaced.
    made.unref();
    made.on('error', () => {});
    made.once('exit', () => {
      if (worker === made) worker = undefined;
    });
    worker = made;
    return made;
  };
  const runNow = async (task: Task): Promise<Result> => {
    clearTimeout(idle);
    try {
      const { answer, at } = await ask<Task, Result>(started(), task, limit);
      if ('result' in answer) return answer.result;
      const { name, message } = answer.failure;
      throw Object.assign(new Error(message), { name, at });
    } catch (error) {
      if (error instanceof TaskLimitError) await end();
      throw error;
    } finally {
      if (worker) idle = setTimeout(end, idleSeconds * 1_000).unref();
    }
  };
  return {
    run: (task) => {
      const result = last.then(() => runNow(task));
      last = result.catch(() => {});
      return result;
    },
    close: async () => {
      isClosed = true;
      await end();
    },
  };
}

async function ask<Task, Result>(
  worker: Worker,
  task: Task,
  { step, total = step }: TimeLimit,
): Promise<{ answer: WorkerAnswer<Result>; at: string | undefined }> {
  let whole: NodeJS.Timeout | undefined;
  let ofStep: NodeJS.Timeout | undefined;
  let letGo = () => {};
  try {
    return await new Promise((resolve, reject) => {
      let at: string | undefined;
      const endAfter = (seconds: number) =>
        setTimeout(() => reject(new TaskLimitError(`This took longer than ${seconds} s.`, at)), seconds * 1_000);
      const onMessage = (message: WorkerAnswer<Result> | WorkerStarted | WorkerProgress): void => {
        if ('began' in message) {
          whole = endAfter(total);
          ofStep = endAfter(step);
        } else if ('at' in message) {
          at = message.at;
          ofStep?.refresh();
        } else resolve({ answer: message, at });
      };
      const onError = (error: NodeJS.ErrnoException): void =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TaskLimitError('This took too much memory.', at) : error,
        );
      const onExit = (): void => reject(new Error('The thread has ended without a result.'));
      letGo = () => void worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(task);
    });
  } finally {
    clearTimeout(whole);
    clearTimeout(ofStep);
    letGo();
  }
}
