export const BLOCK = 16;

/** Sends a pass and returns whether its padding was valid, as far as the answer shows. */
export type Oracle = (box: Buffer) => Promise<boolean>;

const CONCURRENCY = 8;

/** Limits the number of calls at the same time, because a lab accepts few connections. */
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

/** Returns the first accepted guess; some of them are tried at the same time. */
async function firstAccepted(guesses: number[], isAccepted: (guess: number) => Promise<boolean>): Promise<number> {
  for (let at = 0; at < guesses.length; at += CONCURRENCY) {
    const some = guesses.slice(at, at + CONCURRENCY);
    const answers = await Promise.all(some.map(isAccepted));
    const found = some.find((_, i) => answers[i]);
    if (found !== undefined) return found;
  }
  throw new Error('No guess was accepted.');
}

/**
 * Returns the decryption of a block before the XOR.
 * @param before data that is sent first; it ends with whole blocks
 * @param likely for each position, bytes that the middle probably is; they are tried first
 * @param from positions before this one are not tried, and stay 0
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
      // Another byte before it reveals an accidental match, such as 02 02
      (await ask(forgedWith(byte))) && (padding > 1 || (await ask(forgedWith(byte, 0x55))));
    const guesses = [...new Set([...likely(place), ...Array(256).keys()])];
    middle[place] = await firstAccepted(guesses, isAccepted);
  }
  return middle;
}

export const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, i) => byte ^ (b[i] ?? 0)));
