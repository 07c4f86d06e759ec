export interface Random {
  /** From 0 up to but not including 1. */
  next(): number;
  /** An integer from 0 up to but not including `end`. */
  below(end: number): number;
  pick<T>(list: readonly T[]): T;
}

/**
 * Creates a generator with the same numbers for the same seed on every machine: mulberry32 by Tommy Ettinger (public
 * domain).
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    // `below` stays inside the list, and no caller passes an empty one.
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
  };
}
