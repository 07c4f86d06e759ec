export interface RenderBudgetOptions {
  /** Pages that somebody may cause to be rendered at once. */
  burst?: number;
  /** How many are added each second. */
  perSecond?: number;
  now?: () => number;
}

/** At most this many addresses are remembered: counting does not stop somebody who has more. */
const most = 10_000;

/**
 * How many pages that are not in the cache somebody may ask for. Rendering one costs as much as a hundred answers of
 * the cache, and anybody can think of addresses that nobody has asked for yet. Counted on each node, because each has
 * its own processor.
 */
export function createRenderBudget({ burst = 300, perSecond = 5, now = Date.now }: RenderBudgetOptions = {}) {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    /** Takes one for `who`. @returns 0, or the seconds until there is one again */
    take(who: string): number {
      const at = now();
      const known = buckets.get(who);
      const left = known ? Math.min(burst, known.left + ((at - known.at) / 1_000) * perSecond) : burst;
      if (left < 1) return (1 - left) / perSecond;
      if (!known && buckets.size >= most) buckets.clear();
      buckets.set(who, { left: left - 1, at });
      return 0;
    },
  };
}
