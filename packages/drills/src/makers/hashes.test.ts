import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { roundFor, seeds } from '../testing.ts';

const MASK = 0xffff_ffffn;
const rotated = (x: bigint, n: bigint): bigint => ((x >> n) | (x << (32n - n))) & MASK;

/** Returns the first 32 bits of the fractional part of a root, with integer arithmetic. */
function rootBits(n: bigint, degree: bigint): bigint {
  const target = n << (32n * degree);
  let [low, high] = [0n, target];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** degree <= target) low = middle;
    else high = middle - 1n;
  }
  return low & MASK;
}

const primes = Array.from({ length: 310 }, (_, i) => i + 2).filter(
  (n) => !Array.from({ length: n - 2 }, (_, i) => i + 2).some((q) => n % q === 0),
);
const constants = primes.slice(0, 64).map((prime) => rootBits(BigInt(prime), 3n));
const start = primes.slice(0, 8).map((prime) => rootBits(BigInt(prime), 2n));

/** SHA-256's compression of one block (FIPS 180-4). */
function compress(state: bigint[], block: Buffer): bigint[] {
  const w = Array.from({ length: 16 }, (_, i) => BigInt(block.readUInt32BE(4 * i)));
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15] ?? 0n, w[i - 2] ?? 0n];
    const small0 = rotated(x, 7n) ^ rotated(x, 18n) ^ (x >> 3n);
    const small1 = rotated(y, 17n) ^ rotated(y, 19n) ^ (y >> 10n);
    w.push(((w[i - 16] ?? 0n) + small0 + (w[i - 7] ?? 0n) + small1) & MASK);
  }
  let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
  for (const [i, word] of w.entries()) {
    const one =
      h + (rotated(e, 6n) ^ rotated(e, 11n) ^ rotated(e, 25n)) + ((e & f) ^ (~e & g)) + (constants[i] ?? 0n) + word;
    const two = (rotated(a, 2n) ^ rotated(a, 13n) ^ rotated(a, 22n)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) & MASK, a, b, c, (d + one) & MASK, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + (state[i] ?? 0n)) & MASK);
}

/** Adds bytes to a state that has already hashed `had` bytes, and finishes the hash. */
function finish(state: bigint[], had: number, text: Buffer): string {
  const rest = Buffer.alloc(Math.ceil((text.length + 9) / 64) * 64);
  text.copy(rest);
  rest[text.length] = 0x80;
  rest.writeUInt32BE(8 * (had + text.length), rest.length - 4);
  let now = state;
  for (let at = 0; at < rest.length; at += 64) now = compress(now, rest.subarray(at, at + 64));
  return now.map((word) => word.toString(16).padStart(8, '0')).join('');
}

it('implements SHA-256 correctly in this test', () => {
  for (const text of ['', 'abc', 'x'.repeat(200)]) {
    expect(finish(start, 0, Buffer.from(text))).toBe(createHash('sha256').update(text).digest('hex'));
  }
});

it('gives the only candidate whose salted hash matches', () => {
  for (const seed of seeds.slice(0, 8)) {
    const { of, answer } = roundFor('hash-salted-word', seed);
    const [, salt = '', digest] = of('User').split(':');
    const words = of('Words').split(' ');
    const candidates = words.flatMap((word) =>
      [word, word.replace(/^./, (first) => first.toUpperCase())].flatMap((base) =>
        Array.from({ length: 100 }, (_, i) => base + String(i).padStart(2, '0')),
      ),
    );
    const isRight = (candidate: string): boolean =>
      createHash('sha256').update(Buffer.from(salt, 'hex')).update(candidate).digest('hex') === digest;
    expect(candidates.filter(isRight)).toEqual([answer]);
  }
});

it('fills the last block with glue that ends with the length in bits', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('hash-glue', seed);
    const had = Number.parseInt(of('Length'), 10) + of('Message').length;
    const glue = Buffer.from(answer, 'hex');
    expect((had + glue.length) % 64).toBe(0);
    expect(glue.length).toBeLessThanOrEqual(9 + 63);
    expect(answer).toMatch(/^80(00)+/);
    expect(glue.readBigUInt64BE(glue.length - 8)).toBe(BigInt(8 * had));
    expect(glue.subarray(1, -8).every((byte) => byte === 0)).toBe(true);
    // The digest of some bytes is the state after these bytes and their padding.
    const some = Buffer.alloc(had, 'x');
    let state = start;
    const whole = Buffer.concat([some, glue]);
    for (let at = 0; at < whole.length; at += 64) state = compress(state, whole.subarray(at, at + 64));
    expect(state.map((word) => word.toString(16).padStart(8, '0')).join('')).toBe(
      createHash('sha256').update(some).digest('hex'),
    );
  }
});

it('forges the tag by continuing from the old tag alone', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('hash-extend', seed);
    const state = (of('Its tag').match(/.{8}/g) ?? []).map((word) => BigInt(`0x${word}`));
    const length = Number.parseInt(of('Length'), 10) + of('Message').length;
    const had = 64 * Math.ceil((length + 9) / 64);
    expect(finish(state, had, Buffer.from(of('Text to append')))).toBe(answer);
  }
});
