import { createHmac, randomBytes } from 'node:crypto';

type Heard = 'accepted' | 'used' | 'unknown';

/** What a button and its receiver have agreed on. */
export interface Pair {
  /** What the remote sends when the button is pressed: 32 bits. */
  press(): number;
  /** What the receiver says to a code. */
  hear(code: number): Heard;
}

/** Codes ahead of the last one that a receiver accepts: presses that it hasn't heard. */
const WINDOW = 8;

/** A counter under a key: who doesn't have the key learns nothing from any number of codes. */
function countingPair(): Pair {
  const key = randomBytes(32);
  const code = (counter: number) => createHmac('sha256', key).update(String(counter)).digest().readUInt32BE(0);

  let remote = 0;
  let last = 0;
  const used: number[] = [];
  return {
    press: () => code(++remote),
    hear: (heard) => {
      if (used.includes(heard)) return 'used';
      for (let counter = last + 1; counter <= last + WINDOW; counter++) {
        if (code(counter) !== heard) continue;
        last = counter;
        used.push(heard);
        if (used.length > 1000) used.shift();
        return 'accepted';
      }
      return 'unknown';
    },
  };
}

export const bellPair = countingPair;
export const gatePair = countingPair;
