/** A hash function whose printed value is its whole state. */
interface Machine {
  /** Bytes of a word. A block has sixteen words. */
  size: 4 | 8;
  /** Order of the bytes of a number. */
  order: 'little' | 'big';
  compress: (state: bigint[], words: bigint[]) => bigint[];
}

/** SHA-256 and SHA-512 are the same algorithm with words of 32 or 64 bits. */
interface Sha2 {
  bits: bigint;
  rounds: number;
  /** Rotations for the two sums of a round and the two of the schedule (whose third is a shift). */
  turns: Turns[];
}

const sha256: Sha2 = {
  bits: 32n,
  rounds: 64,
  turns: [
    [2n, 13n, 22n],
    [6n, 11n, 25n],
    [7n, 18n, 3n],
    [17n, 19n, 10n],
  ],
};
const sha512: Sha2 = {
  bits: 64n,
  rounds: 80,
  turns: [
    [28n, 34n, 39n],
    [14n, 18n, 41n],
    [1n, 8n, 7n],
    [19n, 61n, 6n],
  ],
};

/** Length of a hash in hexadecimal digits → function. */
const machines: Record<number, Machine> = {
  32: { size: 4, order: 'little', compress: md5 },
  40: { size: 4, order: 'big', compress: sha1 },
  64: { size: 4, order: 'big', compress: (state, words) => sha2(sha256, state, words) },
  128: { size: 8, order: 'big', compress: (state, words) => sha2(sha512, state, words) },
};

function cubeRoot(n: bigint): bigint {
  let low = 0n;
  let high = 1n << 80n;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** 3n <= n) low = middle;
    else high = middle - 1n;
  }
  return low;
}

function primes(count: number): bigint[] {
  const found: bigint[] = [];
  for (let n = 2n; found.length < count; n++) if (found.every((p) => n % p !== 0n)) found.push(n);
  return found;
}

/** Fractional parts of the cube roots of the first eighty primes, 64 bits of each. */
const roots = primes(80).map((p) => cubeRoot(p << 192n) & ((1n << 64n) - 1n));

type Turns = [bigint, bigint, bigint];

function sha2({ bits, rounds, turns }: Sha2, state: bigint[], words: bigint[]): bigint[] {
  const mask = (1n << bits) - 1n;
  const turn = (x: bigint, n: bigint) => ((x >> n) | (x << (bits - n))) & mask;
  const mix = (x: bigint, [a, b, c]: [bigint, bigint, bigint], shifts: boolean) =>
    turn(x, a) ^ turn(x, b) ^ (shifts ? x >> c : turn(x, c));
  const [t0, t1, t2, t3] = turns as [Turns, Turns, Turns, Turns];
  const w = [...words];
  const at = (i: number) => w[i] ?? 0n;
  for (let i = 16; i < rounds; i++) {
    w.push((at(i - 16) + mix(at(i - 15), t2, true) + at(i - 7) + mix(at(i - 2), t3, true)) & mask);
  }
  let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
  for (let i = 0; i < rounds; i++) {
    const one = h + mix(e, t1, false) + ((e & f) ^ (~e & mask & g)) + ((roots[i] ?? 0n) >> (64n - bits)) + at(i);
    const two = mix(a, t0, false) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) & mask, a, b, c, (d + one) & mask, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + (state[i] ?? 0n)) & mask);
}

const MASK = 0xffffffffn;
const rotate = (x: bigint, n: bigint) => ((x << n) | (x >> (32n - n))) & MASK;

function sha1(state: bigint[], words: bigint[]): bigint[] {
  const w = [...words];
  const at = (i: number) => w[i] ?? 0n;
  for (let i = 16; i < 80; i++) w.push(rotate(at(i - 3) ^ at(i - 8) ^ at(i - 14) ^ at(i - 16), 1n));
  let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = state;
  for (let i = 0; i < 80; i++) {
    const mixed =
      i < 20
        ? ((b & c) | (~b & d)) + 0x5a827999n
        : i < 40
          ? (b ^ c ^ d) + 0x6ed9eba1n
          : i < 60
            ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcn
            : (b ^ c ^ d) + 0xca62c1d6n;
    [a, b, c, d, e] = [(rotate(a, 5n) + mixed + e + at(i)) & MASK, a, rotate(b, 30n), c, d];
  }
  return [a, b, c, d, e].map((word, i) => (word + (state[i] ?? 0n)) & MASK);
}

const md5Turns = [
  [7n, 12n, 17n, 22n],
  [5n, 9n, 14n, 20n],
  [4n, 11n, 16n, 23n],
  [6n, 10n, 15n, 21n],
];

function md5(state: bigint[], words: bigint[]): bigint[] {
  let [a = 0n, b = 0n, c = 0n, d = 0n] = state;
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    const mixed = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | (~d & MASK))][round] ?? 0n;
    const word = words[([i, 5 * i + 1, 3 * i + 5, 7 * i][round] ?? 0) % 16] ?? 0n;
    const constant = BigInt(Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));
    const sum = (a + (mixed & MASK) + constant + word) & MASK;
    [a, b, c, d] = [d, (b + rotate(sum, md5Turns[round]?.[i % 4] ?? 0n)) & MASK, b, c];
  }
  return [a, b, c, d].map((word, i) => (word + (state[i] ?? 0n)) & MASK);
}

/**
 * Continues from a hash: MD5, SHA-1, SHA-256 or SHA-512.
 * @param tag hash of an unknown message, in hexadecimal
 * @param known length of the unknown message in bytes
 * @returns the bytes between that message and `extra`, and the hash of everything; undefined for a hash that does not
 * consist of its whole state
 */
export function extend(tag: string, known: number, extra: Buffer): { glue: Buffer; tag: string } | undefined {
  const machine = machines[tag.length];
  if (!machine || !/^[0-9a-f]+$/.test(tag)) return undefined;
  const { size, order, compress } = machine;
  const block = 16 * size;
  const padding = (length: number) => {
    const zeros = (2 * block - 1 - 2 * size - (length % block)) % block;
    const end = Buffer.alloc(2 * size);
    if (order === 'big') end.writeUInt32BE(length * 8, 2 * size - 4);
    else end.writeUInt32LE(length * 8);
    return Buffer.concat([Buffer.from([0x80]), Buffer.alloc(zeros), end]);
  };
  /** Reads words from bytes. The hash is printed with the same order of bytes as the words of a block. */
  const wordsOf = (bytes: Buffer) =>
    Array.from({ length: bytes.length / size }, (_, i) => numberOf(bytes.subarray(i * size, (i + 1) * size), order));
  const glue = padding(known);
  const tail = Buffer.concat([extra, padding(known + glue.length + extra.length)]);
  let state = wordsOf(Buffer.from(tag, 'hex'));
  for (let i = 0; i < tail.length; i += block) state = compress(state, wordsOf(tail.subarray(i, i + block)));
  return { glue, tag: state.map((word) => digitsOf(word, size, order)).join('') };
}

function numberOf(bytes: Buffer, order: Machine['order']): bigint {
  return BigInt(`0x${(order === 'big' ? bytes : Buffer.from(bytes).reverse()).toString('hex')}`);
}

function digitsOf(word: bigint, size: number, order: Machine['order']): string {
  const bytes = Buffer.from(word.toString(16).padStart(2 * size, '0'), 'hex');
  return (order === 'big' ? bytes : bytes.reverse()).toString('hex');
}
