export interface RenderBudgetOptions {
  /** Pages that a client may cause to be rendered at once. */
  burst?: number;
  /** Pages added to the budget per second. */
  perSecond?: number;
  now?: () => number;
}

/** Maximum clients to track. An attacker with more addresses is not stopped by this limit. */
const maxClients = 10_000;

/**
 * Limits how many uncached pages a client may request. Rendering one costs as much as a hundred cached responses, and
 * clients can invent uncached URLs. Counted per node, because each node has its own CPU.
 */
export function createRenderBudget({ burst = 300, perSecond = 5, now = Date.now }: RenderBudgetOptions = {}) {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    /** Takes one page from the budget of `client`. @returns 0, or the seconds until the next page is available */
    take(client: string): number {
      const at = now();
      const known = buckets.get(client);
      const left = known ? Math.min(burst, known.left + ((at - known.at) / 1_000) * perSecond) : burst;
      if (left < 1) return (1 - left) / perSecond;
      if (!known && buckets.size >= maxClients) buckets.clear();
      buckets.set(client, { left: left - 1, at });
      return 0;
    },
  };
}
