import { randomInt } from 'node:crypto';
import type { State } from './sandbox-state.ts';

/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/**
 * Creates a random number generator. With a seed, it is mulberry32 (by Tommy Ettinger), whose position is in the state
 * and survives a restart. Without one, the numbers come from the system, because checkout ids must not be guessable.
 */
export function createRandom(state: State, isSeeded: boolean): Random {
  if (!isSeeded) return () => randomInt(2 ** 32) / 2 ** 32;
  return () => {
    state.random = (state.random + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state.random ^ (state.random >>> 15), 1 | state.random);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const digits = '0123456789abcdefghjkmnpqrstvwxyz';

function encode(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = digits.charAt(rest % 32) + text;
  return text;
}

/**
 * Creates ids in Paddle's format: a prefix and 26 characters that begin with the time. Ids sort in the order of
 * creation, even if the clock was set back.
 */
export function createIds(state: State, now: () => Date, random: Random): (prefix: string) => string {
  return (prefix) => {
    state.lastIdAt = Math.max(state.lastIdAt, now().getTime());
    state.idCount += 1;
    const suffix = Array.from({ length: 11 }, () => digits.charAt(Math.floor(random() * 32))).join('');
    return `${prefix}_${encode(state.lastIdAt, 10)}${encode(state.idCount, 5)}${suffix}`;
  };
}
