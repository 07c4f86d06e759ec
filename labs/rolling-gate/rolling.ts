import { randomInt } from 'node:crypto';

type Heard = 'accepted' | 'used' | 'unknown';

/** State that a button and its receiver share. */
export interface Pair {
  /** Returns the code of the next press: 32 bits. */
  press(): number;
  /** Result of a code at the receiver. */
  hear(code: number): Heard;
}

/** Codes ahead of the last one that a receiver accepts, for presses that it did not hear. */
const WINDOW = 8;

/** For the bell: always the same code. */
export function bellPair(): Pair {
  const code = randomInt(2 ** 32);
  return { press: () => code, hear: (heard) => (heard === code ? 'accepted' : 'unknown') };
}

/** For the gate: no code twice. The hole: three codes are enough to compute the next one. */
export function gatePair(): Pair {
  const factor = (randomInt(2 ** 30) << 2) | 1;
  const addend = randomInt(2 ** 31) * 2 + 1;
  const next = (code: number) => (Math.imul(factor, code) + addend) >>> 0;

  let remote = randomInt(2 ** 32);
  let last = remote;
  const used: number[] = [];
  return {
    press: () => {
      remote = next(remote);
      return remote;
    },
    hear: (heard) => {
      if (used.includes(heard)) return 'used';
      for (let n = 0, code = next(last); n < WINDOW; n++, code = next(code)) {
        if (code !== heard) continue;
        last = code;
        used.push(code);
        if (used.length > 1000) used.shift();
        return 'accepted';
      }
      return 'unknown';
    },
  };
}
