import { Worker } from 'node:worker_threads';

/** Thrown when a task exceeds its time or memory limit. */
export class TaskLimitError extends Error {
  override name = 'TaskLimitError';
  /** The step that the task was working on, if the script reported one. */
  readonly at: string | undefined;

  constructor(message: string, at?: string) {
    super(message);
    this.at = at;
  }
}

/**
 * Creates a function that runs a script in worker threads, one task at a time and in order of arrival. Each task has a
 * new thread, so that it can be terminated and leaves no state.
 * @param script reads its task from `workerData` and posts one message with the result
 * @param seconds time limit of a task; the time that it waits for earlier tasks does not count
 * @returns a function that resolves with the result and rejects with errors of the script
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

/** Answer of a script of `createPersistentWorker`. */
export type WorkerAnswer<Result> = { result: Result } | { failure: { name: string; message: string } };

/** First message for a task: the script has loaded and begins the task. */
export interface WorkerStarted {
  began: true;
}

/** Optional message before the answer: the step that the script begins. */
export interface WorkerProgress {
  at: string;
}

/** Time limit of a task. The time to load the script does not count, because it can be long on a busy machine. */
export interface TimeLimit {
  /** Seconds for each step, or for the whole task if the script reports no steps. */
  step: number;
  /** Seconds for all steps; `step` by default. */
  total?: number;
}

export interface PersistentWorker<Task, Result> {
  /** @throws TaskLimitError when the task exceeds its time or memory limit */
  run(task: Task): Promise<Result>;
  /**
   * Starts the thread if none is running, so that the next task does not wait until the script has loaded.
   * @param task its result is ignored
   */
  prepare(task: Task): void;
  close(): Promise<void>;
}

/**
 * Creates a worker thread for a script that takes long to load. The thread runs one task after another. It starts with
 * the first task, and ends after an idle time or when a task exceeds a limit.
 * @param script answers each message with `WorkerStarted` and then `WorkerAnswer`; it may post `WorkerProgress` in between
 */
export function createPersistentWorker<Task, Result>(
  script: URL,
  { limit, megabytes = 1_024, idleSeconds = 600 }: { limit: TimeLimit; megabytes?: number; idleSeconds?: number },
): PersistentWorker<Task, Result> {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  /** Number of tasks that run or wait. */
  let waiting = 0;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const started = (): Worker => {
    if (isClosed) throw new Error('The thread is closed.');
    if (worker) return worker;
    const created = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: megabytes } });
    // The thread must not keep the process alive. A thread that dies between two tasks is replaced.
    created.unref();
    created.on('error', () => {});
    created.once('exit', () => {
      if (worker === created) worker = undefined;
    });
    worker = created;
    return created;
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
  const run = (task: Task): Promise<Result> => {
    waiting += 1;
    const result = last.then(() => runNow(task)).finally(() => (waiting -= 1));
    last = result.catch(() => {});
    return result;
  };
  return {
    run,
    prepare: (task) => {
      if (worker) idle?.refresh();
      else if (!isClosed && waiting === 0) run(task).catch(() => {});
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
  let totalTimer: NodeJS.Timeout | undefined;
  let stepTimer: NodeJS.Timeout | undefined;
  let removeListeners = () => {};
  try {
    return await new Promise((resolve, reject) => {
      let at: string | undefined;
      const endAfter = (seconds: number) =>
        setTimeout(() => reject(new TaskLimitError(`This took longer than ${seconds} s.`, at)), seconds * 1_000);
      const onMessage = (message: WorkerAnswer<Result> | WorkerStarted | WorkerProgress): void => {
        if ('began' in message) {
          totalTimer = endAfter(total);
          stepTimer = endAfter(step);
        } else if ('at' in message) {
          at = message.at;
          stepTimer?.refresh();
        } else resolve({ answer: message, at });
      };
      const onError = (error: NodeJS.ErrnoException): void =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TaskLimitError('This took too much memory.', at) : error,
        );
      const onExit = (): void => reject(new Error('The thread has ended without a result.'));
      removeListeners = () => void worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(task);
    });
  } finally {
    clearTimeout(totalTimer);
    clearTimeout(stepTimer);
    removeListeners();
  }
}
