import { createHash } from 'node:crypto';
import { baseOf, parse } from './predict-codes.ts';

/** A code, and the time in milliseconds before and after it was drawn. */
export interface Timed {
  code: string;
  name: string;
  before: number;
  after: number;
}

/** Makes the code of a player from a time or a count. */
type Make = (number: number, name: string) => string;

export interface Clock {
  make: Make;
  /** Returns the numbers that may have been used between two times. */
  numbers: (before: number, after: number) => number[];
}

const hashes = ['md5', 'sha1', 'sha256', 'sha512'];

/** Returns texts that are often made from a number. A code may be a part of one. */
const textsOf = (number: number, name: string): string[] => [
  ...[10, 16, 36].map((base) => number.toString(base).padStart(40, '0')),
  ...hashes.flatMap((hash) =>
    [`${number}`, `${name}${number}`, `${number}${name}`, `${name}:${number}`].map((text) =>
      createHash(hash).update(text).digest('hex'),
    ),
  ),
];

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);

/** Milliseconds, seconds, and codes that were counted since the start. */
const kinds: Clock['numbers'][] = [
  (before, after) => range(before - 1, after),
  (before, after) => range(Math.floor(before / 1000), Math.floor(after / 1000)),
  () => range(0, 500),
];

/** Returns the clock or the counter that made all of these codes; undefined if there is none. */
export function clockOf(drawn: Timed[]): Clock | undefined {
  const [first, ...more] = drawn;
  if (!first) return undefined;
  for (const numbers of kinds) {
    for (const number of numbers(first.before, first.after)) {
      for (const [n, text] of textsOf(number, first.name).entries()) {
        const from = text.lastIndexOf(first.code);
        if (from < 0) continue;
        const make: Make = (other, name) => (textsOf(other, name)[n] ?? '').slice(from, from + first.code.length);
        const fits = ({ code, name, before, after }: Timed) =>
          numbers(before, after).some((other) => make(other, name) === code);
        if (more.every(fits)) return { make, numbers };
      }
    }
  }
  return undefined;
}

/** Whether the codes grow in small steps, as those of a clock or a counter do. */
export function growSlowly(codes: string[]): boolean {
  const base = baseOf(codes);
  const numbers = codes.map((code) => parse(code, base));
  const [first = 0n, last = 0n] = [numbers[0], numbers.at(-1)];
  return numbers.every((number, n) => n === 0 || number > (numbers[n - 1] ?? 0n)) && last - first < 1n << 34n;
}
