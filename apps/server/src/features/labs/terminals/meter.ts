export interface Meter {
  /** Counts something. @returns milliseconds until the rate is kept again; 0 while it is */
  spend(amount: number): number;
}

/**
 * Holds a rate, and lets `burst` through at once.
 * @param now milliseconds that never go back
 */
export function createMeter(limit: { perSecond: number; burst: number }, now = () => performance.now()): Meter {
  let level = 0;
  let at = now();
  return {
    spend(amount) {
      const time = now();
      level = Math.max(0, level - ((time - at) / 1000) * limit.perSecond) + amount;
      at = time;
      return Math.max(0, ((level - limit.burst) / limit.perSecond) * 1000);
    },
  };
}
