/** SHA-256 and SHA-512 from any state: the same algorithm with words of 32 or 64 bits. */
interface Machine {
  bits: bigint;
  rounds: number;
  /** Rotations for the two sums of a round and the two of the schedule (whose third is a shift). */
  turns: [bigint, bigint, bigint][];
}

const machines: Record<number, Machine> = {
  64: {
    bits: 32n,
    rounds: 64,
    turns: [
      [2n, 13n, 22n],
      [6n, 11n, 25n],
      [7n, 18n, 3n],
      [17n, 19n, 10n],
    ],
  },
  128: {
    bits: 64n,
    rounds: 80,
    turns: [
      [28n, 34n, 39n],
      [14n, 18n, 41n],
      [1n, 8n, 7n],
      [19n, 61n, 6n],
    ],
  },
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

function compress({ bits, rounds, turns }: Machine, state: bigint[], block: Buffer): bigint[] {
  const mask = (1n << bits) - 1n;
  const turn = (x: bigint, n: bigint) => ((x >> n) | (x << (bits - n))) & mask;
  const mix = (x: bigint, [a, b, c]: [bigint, bigint, bigint], shifts: boolean) =>
    turn(x, a) ^ turn(x, b) ^ (shifts ? x >> c : turn(x, c));
  const [t0, t1, t2, t3] = turns as [
    Machine['turns'][0],
    Machine['turns'][0],
    Machine['turns'][0],
    Machine['turns'][0],
  ];
  const size = Number(bits) / 8;
  const w = Array.from({ length: 16 }, (_, i) =>
    BigInt(`0x${block.subarray(i * size, (i + 1) * size).toString('hex')}`),
  );
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

/**
 * Continues from a hash.
 * @param tag hash of an unknown message, in hexadecimal
 * @param known length of the unknown message in bytes
 * @returns the bytes between that message and `extra`, and the hash of everything; undefined for a hash that does not
 * consist of its whole state
 */
export function extend(tag: string, known: number, extra: Buffer): { glue: Buffer; tag: string } | undefined {
  const machine = machines[tag.length];
  if (!machine || !/^[0-9a-f]+$/.test(tag)) return undefined;
  const { bits } = machine;
  const size = Number(bits) / 8;
  const block = 16 * size;
  const padding = (length: number) => {
    const zeros = (2 * block - 1 - 2 * size - (length % block)) % block;
    const end = Buffer.alloc(2 * size);
    end.writeUInt32BE(length * 8, 2 * size - 4);
    return Buffer.concat([Buffer.from([0x80]), Buffer.alloc(zeros), end]);
  };
  const glue = padding(known);
  const tail = Buffer.concat([extra, padding(known + glue.length + extra.length)]);
  let state = (tag.match(new RegExp(`.{${2 * size}}`, 'g')) ?? []).map((word) => BigInt(`0x${word}`));
  for (let i = 0; i < tail.length; i += block) state = compress(machine, state, tail.subarray(i, i + block));
  return { glue, tag: state.map((word) => word.toString(16).padStart(2 * size, '0')).join('') };
}
