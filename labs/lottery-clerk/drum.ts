import { randomBytes } from 'node:crypto';

const BITS = 48n;
const MASK = (1n << BITS) - 1n;
const random = () => BigInt(`0x${randomBytes(6).toString('hex')}`);

/** Printed on the page about the drum. One above a multiple of four, so that the sequence has the full period. */
export const multiplier = (random() & ~7n & MASK) | 5n;
/** A secret that was set at the last service. */
const added = random() | 1n;

let state = random();

/** Advances the drum and returns its 48 bits. */
export function turn(): bigint {
  state = (state * multiplier + added) & MASK;
  return state;
}

/** The six numbers of a Saturday, out of 49. */
export function drawNumbers(): number[] {
  const numbers = new Set<number>();
  while (numbers.size < 6) numbers.add(1 + Number((turn() >> 16n) % 49n));
  return [...numbers].sort((a, b) => a - b);
}
