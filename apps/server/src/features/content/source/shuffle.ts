import { createHash } from 'node:crypto';

/**
 * An order of 0…n-1 that depends on the seed alone, so that a cached page stays the same, and that is never the
 * right one.
 */
export function shuffledOrder(length: number, seed: string): number[] {
  const rank = (index: number): string => createHash('sha256').update(`${seed}/${index}`).digest('hex');
  const order = Array.from({ length }, (_, index) => ({ index, rank: rank(index) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ index }) => index);
  const isRight = order.every((value, at) => value === at);
  return isRight ? [...order.slice(1), ...order.slice(0, 1)] : order;
}
