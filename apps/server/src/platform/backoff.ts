/**
 * Returns the pause before the next attempt. It doubles with each attempt up to a maximum. A random part of up to half of
 * it ("equal jitter") keeps several nodes from retrying at the same time.
 * @param attempt number of failed attempts so far, from 0
 * @param random a number from 0 to 1
 * @returns milliseconds
 */
export function backoffMs(
  attempt: number,
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
  random = Math.random(),
): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 30));
  return full / 2 + (full / 2) * random;
}
