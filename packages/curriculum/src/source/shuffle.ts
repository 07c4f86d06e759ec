import { createHash } from 'node:crypto';

/**
 * Returns an order of 0…n-1 that depends only on the seed, so that a cached page stays the same. It is never the
 * original order.
 */
export function shuffledOrder(length: number, seed: string): number[] {
  const rank = (index: number): string => createHash('sha256').update(`${seed}/${index}`).digest('hex');
  const order = Array.from({ length }, (_, index) => ({ index, rank: rank(index) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ index }) => index);
  const isOriginal = order.every((value, index) => value === index);
  return isOriginal ? [...order.slice(1), ...order.slice(0, 1)] : order;
}
