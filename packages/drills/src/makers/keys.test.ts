import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { isPrime, powMod } from '../numbers.ts';
import { roundFor, seeds } from '../testing.ts';

const numbers = (text: string): bigint[] => (text.match(/\d+/g) ?? []).map(BigInt);
const count = (text: string): number => Number((/[\d,]+/.exec(text)?.[0] ?? '').replaceAll(',', ''));
const bytes = (digits: string): Buffer => Buffer.from(digits, 'hex');
const xored = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, i) => byte ^ (b[i] ?? 0)));

it('gives the whole seconds that the machine needs for all rounds of all guesses', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('key-thief-sums', seed);
    const done = BigInt(answer) * BigInt(count(of('The thief’s machine')));
    const rounds = /with ([\d,]+) rounds/.exec(of('How'))?.[1] ?? '';
    const forms = ['', ...Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'))].length;
    const guesses = BigInt(count(of('The thief’s list')) * forms) * BigInt(of('Users'));
    expect(done).toBe(guesses * BigInt(count(rounds)));
  }
});

/** One block of PBKDF2 (RFC 8018), round by round. */
function stretch(pin: string, salt: Buffer, rounds: number): string {
  let u = createHmac('sha256', pin)
    .update(salt)
    .update(Buffer.of(0, 0, 0, 1))
    .digest();
  let sum = BigInt(`0x${u.toString('hex')}`);
  for (let i = 1; i < rounds; i++) {
    u = createHmac('sha256', pin).update(u).digest();
    sum ^= BigInt(`0x${u.toString('hex')}`);
  }
  return sum.toString(16).padStart(64, '0');
}

it('gives a PIN that matches the stored hash with one salt and the answer with the other', () => {
  for (const seed of seeds.slice(0, 5)) {
    const { of, answer, solution } = roundFor('key-stretch-pin', seed);
    const pin = /^It is (\d{4})\./.exec(solution[1] ?? '')?.[1] ?? '';
    const rounds = Number(of('Rounds'));
    const [salt = '', stored] = of('Salt and hash').split('\n');
    expect(stretch(pin, bytes(salt), rounds)).toBe(stored);
    expect(stretch(pin, bytes(of('Salt of the chest')), rounds).slice(0, 10)).toBe(answer);
  }
});

/**
 * Computes a discrete logarithm with the table on the other side than in the lesson. Steps with a small base need no
 * big numbers.
 */
function logarithm(g: bigint, y: bigint, p: bigint): bigint {
  const size = 2 ** 20;
  const steps = new Map<number, number>();
  for (let [j, at] = [0, Number(y)]; j < size; j++, at = (at * Number(g)) % Number(p)) steps.set(at, j);
  const leap = powMod(g, BigInt(size), p);
  for (let [i, at] = [1n, leap]; i <= 2n ** 18n; i++, at = (at * leap) % p) {
    const j = steps.get(Number(at));
    if (j !== undefined) return i * BigInt(size) - BigInt(j);
  }
  throw new Error('There is none.');
}

it('gives the number that Ana and Ben share from their public values', () => {
  for (const seed of seeds.slice(0, 1)) {
    const { of, answer } = roundFor('key-overheard', seed);
    const [p = 0n, g = 0n] = numbers(of('Agreed'));
    const [A = 0n, B = 0n] = numbers(of('Public values'));
    expect(powMod(A, logarithm(g, B, p), p)).toBe(BigInt(answer));
  }
  for (const seed of seeds) {
    const [p = 0n] = numbers(roundFor('key-overheard', seed).of('Agreed'));
    expect([p, (p - 1n) / 2n].every(isPrime)).toBe(true);
    // The largest table that the lesson's script builds within a second or two.
    expect(p.toString(2)).toHaveLength(38);
  }
});

it("gives bytes that Ben decrypts to Ana's text", () => {
  const p = 2n ** 127n - 1n;
  const key = (shared: bigint): Buffer => {
    const number = Buffer.alloc(16);
    number.writeBigUInt64BE(shared >> 64n);
    number.writeBigUInt64BE(shared & (2n ** 64n - 1n), 8);
    return createHash('sha256').update(number).digest();
  };
  for (const seed of seeds) {
    const { of, answer } = roundFor('key-middle', seed);
    const [A = 0n] = numbers(of('Sent by Ana').slice(2));
    const [B = 0n] = numbers(of('Sent by Ben').slice(2));
    const [m1 = 0n, m2 = 0n] = numbers(of('Your secrets').replaceAll(/m\d = /g, ''));
    const fromAna = xored(bytes(of('Ana’s message')), key(powMod(A, m2, p))).toString();
    expect(fromAna).toMatch(/^[a-z]+-\d{4}-[a-z]+-\d{4}$/);
    expect(xored(bytes(answer), key(powMod(B, m1, p))).toString()).toBe(fromAna);
    expect(answer).not.toBe(of('Ana’s message'));
  }
});

/** `unseal` of `vault.py`. Returns undefined if the tag does not match. */
function unsealed(key: Buffer, box: string): Buffer | undefined {
  const [nonce, data, tag] = [bytes(box).subarray(0, 16), bytes(box).subarray(16, -16), bytes(box).subarray(-16)];
  const right = createHmac('sha256', key)
    .update(Buffer.concat([Buffer.from('tag'), nonce, data]))
    .digest();
  if (!right.subarray(0, 16).equals(tag)) return undefined;
  return xored(
    data,
    createHash('shake256', { outputLength: 64 })
      .update(Buffer.concat([key, nonce]))
      .digest(),
  );
}

it('opens a box of the lesson’s script, but not with another key', () => {
  // seal(bytes(range(32)), b"berth 31: Moonraker") of vault.py.
  const box = '393e4f57421c665ae38ff35e699fc2c658be50e3a939e46e6c019b9b49ced930eca67659c480ec0b1380301df752b493950367';
  const key = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
  expect(unsealed(key, box)?.toString()).toBe('berth 31: Moonraker');
  expect(unsealed(Buffer.alloc(32), box)).toBeUndefined();
});

it('opens the old envelope with the leaked key, and one of three records with its content', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('key-envelope', seed);
    const dataKey = unsealed(bytes(of('KEK 1')), of('Data key'));
    expect(dataKey).toHaveLength(32);
    const opened = of('Bodies')
      .split('\n')
      .map((box) => unsealed(dataKey ?? Buffer.alloc(0), box)?.toString());
    expect(opened).toHaveLength(3);
    expect(opened.filter((text) => text !== undefined)).toEqual([answer]);
  }
});
