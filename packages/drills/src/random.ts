import { createHash } from 'node:crypto';

/** Pseudo-random numbers that are determined by a seed. */
export interface Random {
  /** Returns an integer from `from` to `to`, inclusive. All values are equally likely. */
  int(from: number, to: number): number;
  /** Returns one element of a list. */
  pick<T>(list: readonly T[]): T;
  /** Returns `count` different elements of a list, in random order. */
  some<T>(list: readonly T[], count: number): T[];
  bytes(count: number): Buffer;
}

/**
 * Creates a generator that hashes a counter and the seed with SHA-256, 32 bytes at a time.
 * @param seed must stay secret: anyone with the seed can compute every number
 */
export function createRandom(seed: Uint8Array): Random {
  let counter = 0;
  // The counter always has four bytes, so that no pair of counter and seed gives the same input as another pair.
  const block = Buffer.alloc(4);
  let left = Buffer.alloc(0);
  const bytes = (count: number): Buffer => {
    const parts = [left];
    for (let have = left.length; have < count; have += 32) {
      block.writeUInt32BE(counter++);
      parts.push(createHash('sha256').update(block).update(seed).digest());
    }
    const all = Buffer.concat(parts);
    left = all.subarray(count);
    return Buffer.from(all.subarray(0, count));
  };
  const int = (from: number, to: number): number => {
    const span = to - from + 1;
    // Values above the last whole multiple of the span would make the lowest numbers more likely.
    const limit = 2 ** 48 - (2 ** 48 % span);
    for (;;) {
      const drawn = bytes(6).readUIntBE(0, 6);
      if (drawn < limit) return from + (drawn % span);
    }
  };
  const some = <T>(list: readonly T[], count: number): T[] => {
    const rest = [...list];
    return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(int(0, rest.length - 1), 1)[0] as T);
  };
  return {
    int,
    pick: (list) => {
      if (list.length === 0) throw new Error('The list is empty.');
      return list[int(0, list.length - 1)] as (typeof list)[number]; // the list is not empty
    },
    some,
    bytes,
  };
}
