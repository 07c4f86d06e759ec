import { createHash } from 'node:crypto';

/** Numbers that look random and follow from a seed. */
export interface Random {
  /** A whole number from `from` to `to`, both included; every one is as likely. */
  int(from: number, to: number): number;
  /** One of a list. */
  pick<T>(list: readonly T[]): T;
  /** Some of a list, each at most once, in a random order. */
  some<T>(list: readonly T[], count: number): T[];
  bytes(count: number): Buffer;
}

/**
 * SHA-256 over counter and seed: 32 bytes at a time, for as long as somebody asks.
 * @param seed whoever knows it knows every number
 */
export function createRandom(seed: Uint8Array): Random {
  let counter = 0;
  // Of four bytes, so that no seed with a counter reads as another seed with another counter.
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
    // What lies above the last whole multiple of the span would make the first numbers likelier.
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
      if (list.length === 0) throw new Error('There is nothing to pick from.');
      return list[int(0, list.length - 1)] as (typeof list)[number]; // the list is not empty
    },
    some,
    bytes,
  };
}
