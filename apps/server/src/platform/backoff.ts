/**
 * Returns the pause before the next attempt: it doubles with each attempt up to a maximum, and a random part of up to
 * half of it keeps several nodes from retrying in step ("equal jitter").
 * @param attempt number of the failed attempts before, from 0
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
