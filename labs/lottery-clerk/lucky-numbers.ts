import { createHash } from 'node:crypto';
import type { Target } from '@hexpedition/lab-runtime';
import { recover } from './math-random.ts';
import { windowOf } from './window.ts';

/*
 * The front page prints results of Math.random, and a process has only one such generator. The page reveals its later
 * results, also if a slip shows only a hash or the last digits of one.
 */

/** Calls of Math.random that may precede the first one of a slip, and calls for one slip. */
const MOST_BEFORE = 3;
const MOST_CALLS = 3;

/** Returns a result of Math.random by its number; 0 is the first call after the page was read. */
export type Results = (call: number) => number;

/** Reads the numbers of the front page. @returns undefined if they do not come from Math.random */
export async function readLuckyNumbers(target: Target): Promise<Results | undefined> {
  const page = await windowOf(target).read('/');
  const numbers = [...page.matchAll(/<data>([\d.e-]{1,30})<\/data>/g)].map((match) => Number(match[1]));
  if (numbers.length < 4) throw new Error('The front page shows no lucky numbers.');
  const results = recover(
    numbers.map((number, call) => {
      // A result shows the upper 52 bits of a number with 64.
      const low = BigInt(Math.floor(number * 2 ** 52)) << 12n;
      return { call, low, high: low | 0xfffn };
    }),
  );
  return results && ((call) => results(numbers.length + call));
}

const hashes = ['md5', 'sha1', 'sha256', 'sha512', 'sha3-256', 'blake2b512'];

/** Usual ways to write a result. */
const writings: ((result: number) => string)[] = [
  String,
  ...[16, 36, 2, 32].map((base) => (result: number) => result.toString(base)),
  ...[10, 16, 36].map((base) => (result: number) => result.toString(base).slice(2)),
  ...[
    1e6,
    1e8,
    1e9,
    1e10,
    1e12,
    1e15,
    1e16,
    2 ** 31,
    2 ** 32,
    2 ** 48,
    2 ** 52,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
  ].flatMap((limit) => [10, 16, 36].map((base) => (result: number) => Math.floor(result * limit).toString(base))),
];

/** Returns texts of which a code may be a part: the results in all writings, and hashes over them. */
function textsOf(results: number[], name: string): string[] {
  return writings.flatMap((write) => {
    const text = results.map(write).join('');
    const hashed = [text, `${name}${text}`, `${text}${name}`, `${name}:${text}`];
    return [
      text,
      ...hashed.flatMap((one) => hashes.map((hash) => createHash(hash).update(one).digest('hex'))),
      ...hashes.slice(0, 4).map((hash) => createHash(hash).update(text).digest('base64url').toLowerCase()),
    ];
  });
}

/** Returns the possible codes of a player's next slip from the results after the front page was read. */
export type Recipe = (results: Results, name: string) => string[];

/** Finds how a code was made from results of Math.random; undefined if it was not. */
export function recipeOf(code: string, name: string, results: Results): Recipe | undefined {
  for (let before = 0; before <= MOST_BEFORE; before++) {
    for (let calls = 1; calls <= MOST_CALLS; calls++) {
      const read = (from: Results) => Array.from({ length: calls }, (_, n) => from(before + n));
      for (const [index, text] of textsOf(read(results), name).entries()) {
        const from = text.lastIndexOf(code);
        if (from < 0) continue;
        const end = text.length - from - code.length;
        return (others, other) => {
          const made = textsOf(read(others), other)[index] ?? '';
          // The code may be counted from the beginning or from the end of a text whose length varies.
          const fromEnd = Math.max(0, made.length - end - code.length);
          return [...new Set([made.slice(fromEnd, made.length - end), made.slice(from, from + code.length)])];
        };
      }
    }
  }
  return undefined;
}
