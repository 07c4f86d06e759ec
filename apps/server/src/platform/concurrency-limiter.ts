/**
 * Returns a function that runs at most `maxRunning` tasks at once and queues up to `maxQueued` more. Without
 * `maxQueued` the queue has no limit. The waiting task with the lowest `cost` runs next; tasks of the same cost run in
 * order. A full queue drops the most expensive task, which may be the new one.
 * @param createError makes the error of a dropped task
 */
export function createConcurrencyLimiter({
  maxRunning,
  maxQueued = Number.POSITIVE_INFINITY,
  createError = () => new Error('Too many tasks are waiting.'),
}: {
  maxRunning: number;
  maxQueued?: number;
  createError?: () => Error;
}): <T>(task: () => Promise<T>, cost?: number) => Promise<T> {
  /** Sorted by cost. */
  const queue: { cost: number; enter: () => void; drop: (error: Error) => void }[] = [];
  let running = 0;

  function wait(cost: number): Promise<void> {
    return new Promise((enter, drop) => {
      queue.splice(queue.findLastIndex((other) => other.cost <= cost) + 1, 0, { cost, enter, drop });
      if (queue.length > maxQueued) queue.pop()?.drop(createError());
    });
  }

  return async (task, cost = 0) => {
    if (running < maxRunning) running++;
    // A finished task passes its slot directly to the next one, so that a new task cannot overtake the queue.
    else await wait(cost);
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next.enter();
      else running--;
    }
  };
}
