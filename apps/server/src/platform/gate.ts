/**
 * Lets `atOnce` run at once and `waiting` wait for their turn, and refuses the next. Without `waiting` nobody is
 * refused.
 * @param refuse makes the error that is thrown then
 */
export function createGate({
  atOnce,
  waiting = Number.POSITIVE_INFINITY,
  refuse = () => new Error('Too many are waiting already.'),
}: {
  atOnce: number;
  waiting?: number;
  refuse?: () => Error;
}): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < atOnce) running++;
    else {
      if (queue.length >= waiting) throw refuse();
      // Whoever is done hands the place on, so nobody slips in between.
      await new Promise<void>((enter) => queue.push(enter));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
