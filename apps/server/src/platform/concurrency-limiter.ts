/**
 * Returns a function that runs at most `maxRunning` tasks at once and queues up to `maxQueued` more, in order. Without
 * `maxQueued` the queue has no limit.
 * @param createError makes the error that is thrown when the queue is full
 */
export function createConcurrencyLimiter({
  maxRunning,
  maxQueued = Number.POSITIVE_INFINITY,
  createError = () => new Error('Too many tasks are waiting.'),
}: {
  maxRunning: number;
  maxQueued?: number;
  createError?: () => Error;
}): <T>(task: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;

  return async (task) => {
    if (running < maxRunning) running++;
    else {
      if (queue.length >= maxQueued) throw createError();
      // A finished task passes its slot directly to the next one, so that a new task cannot overtake the queue.
      await new Promise<void>((enter) => queue.push(enter));
    }
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
