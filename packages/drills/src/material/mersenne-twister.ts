/** MT19937 as in Python's `random`: a state of 624 words, which are returned one by one. */

const WORDS = 624;

/** Returns the word that replaces `word` in the next state. */
export const twisted = (word: number, next: number, far: number): number => {
  const joined = (word & 0x8000_0000) | (next & 0x7fff_ffff);
  return (far ^ (joined >>> 1) ^ (joined & 1 ? 0x9908_b0df : 0)) >>> 0;
};

/** Returns a word of the state as the generator outputs it. */
export function tempered(word: number): number {
  let y = word ^ (word >>> 11);
  y ^= (y << 7) & 0x9d2c_5680;
  y ^= (y << 15) & 0xefc6_0000;
  return (y ^ (y >>> 18)) >>> 0;
}

/**
 * Yields the 32-bit numbers of Python's `random.Random(seed)`.
 * @param seed an integer below 2^32
 */
export function* mersenneTwister(seed: number): Generator<number, never> {
  const list = new Uint32Array(WORDS);
  const before = (i: number): number => {
    const word = list[i - 1] ?? 0;
    return word ^ (word >>> 30);
  };
  list[0] = 19_650_218;
  for (let i = 1; i < WORDS; i++) list[i] = Math.imul(1_812_433_253, before(i)) + i;
  let i = 1;
  const step = (change: (mixed: number, i: number) => number): void => {
    list[i] = change(list[i] ?? 0, i);
    if (++i === WORDS) {
      list[0] = list[WORDS - 1] ?? 0;
      i = 1;
    }
  };
  for (let n = 0; n < WORDS; n++) step((word, at) => (word ^ Math.imul(before(at), 1_664_525)) + seed);
  for (let n = 1; n < WORDS; n++) step((word, at) => (word ^ Math.imul(before(at), 1_566_083_941)) - at);
  list[0] = 0x8000_0000;
  for (;;) {
    for (let at = 0; at < WORDS; at++) {
      const [next, far] = [list[(at + 1) % WORDS] ?? 0, list[(at + 397) % WORDS] ?? 0];
      list[at] = twisted(list[at] ?? 0, next, far);
    }
    for (const word of list) yield tempered(word);
  }
}
