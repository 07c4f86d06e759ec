export interface RateMeter {
  /** Adds an amount. @returns milliseconds until the rate is below the limit again; 0 if it is */
  add(amount: number): number;
}

/**
 * Creates a leaky bucket that measures a rate and allows bursts.
 * @param now monotonic time in milliseconds
 */
export function createRateMeter(limit: { perSecond: number; burst: number }, now = () => performance.now()): RateMeter {
  let level = 0;
  let at = now();
  return {
    add(amount) {
      const time = now();
      level = Math.max(0, level - ((time - at) / 1000) * limit.perSecond) + amount;
      at = time;
      return Math.max(0, ((level - limit.burst) / limit.perSecond) * 1000);
    },
  };
}
