export const BLOCK = 16;

/** Whether the padding of a box was in order, as far as the answer shows. */
export type Oracle = (box: Buffer) => Promise<boolean>;

const AT_ONCE = 8;

/** Lets so many calls through at a time and has the others wait: a lab has only so many connections. */
export function atMost<T, A>(limit: number, call: (argument: A) => Promise<T>): (argument: A) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (argument) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await call(argument);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** The first of these guesses that is accepted, some of them asked at a time. */
async function firstAccepted(guesses: number[], isAccepted: (guess: number) => Promise<boolean>): Promise<number> {
  for (let at = 0; at < guesses.length; at += AT_ONCE) {
    const some = guesses.slice(at, at + AT_ONCE);
    const answers = await Promise.all(some.map(isAccepted));
    const found = some.find((_, i) => answers[i]);
    if (found !== undefined) return found;
  }
  throw new Error('No guess was accepted.');
}

/**
 * What the cipher makes of a block, before anything is XORed onto it.
 * @param before what is sent in front; it ends with whole blocks
 * @param likely for each place, bytes that the middle probably is; they are tried first
 * @param from the places in front of this one are not asked for, and stay 0
 */
export async function middleOf(
  oracle: Oracle,
  before: Buffer,
  block: Buffer,
  likely: (place: number) => number[] = () => [],
  from = 0,
): Promise<Buffer> {
  const middle = Buffer.alloc(BLOCK);
  const ask = (forged: Buffer) => oracle(Buffer.concat([before, forged, block]));
  for (let place = BLOCK - 1; place >= from; place--) {
    const padding = BLOCK - place;
    const forgedWith = (byte: number, other = 0) => {
      const forged = Buffer.alloc(BLOCK, other);
      for (let i = place + 1; i < BLOCK; i++) forged[i] = (middle[i] ?? 0) ^ padding;
      forged[place] = byte ^ padding;
      return forged;
    };
    const isAccepted = async (byte: number) =>
      // With another byte in front a chance hit, such as 02 02, shows
      (await ask(forgedWith(byte))) && (padding > 1 || (await ask(forgedWith(byte, 0x55))));
    const guesses = [...new Set([...likely(place), ...Array(256).keys()])];
    middle[place] = await firstAccepted(guesses, isAccepted);
  }
  return middle;
}

export const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, i) => byte ^ (b[i] ?? 0)));
