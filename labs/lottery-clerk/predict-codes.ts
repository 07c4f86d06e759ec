import { type Limits, recover } from './math-random.ts';
import {
  congruence,
  counted,
  DRUM,
  hasShortPeriod,
  lowerBits,
  type Predict,
  scaled,
  shifts,
  upperBits,
} from './predict.ts';

/** Predicts the code after these ones, which were drawn one after another. Returns several if it is not sure. */
export type PredictCode = (codes: string[]) => string[];

/** A code as numbers: whole, or in parts of the same length. */
interface Reading {
  read: (code: string) => bigint[];
  write: (numbers: bigint[]) => string;
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

export function parse(code: string, base: number): bigint {
  return [...code].reduce((sum, sign) => sum * BigInt(base) + BigInt(DIGITS.indexOf(sign)), 0n);
}

/** Returns the smallest usual base whose digits these codes have. */
export function baseOf(codes: string[]): 10 | 16 | 36 {
  if (codes.every((code) => /^\d+$/.test(code))) return 10;
  return codes.every((code) => /^[\da-f]+$/.test(code)) ? 16 : 36;
}

function readingsOf(codes: string[]): Reading[] {
  const base = baseOf(codes);
  const least = Math.min(...codes.map((code) => code.length));
  const isEven = codes.every((code) => code.length === least);
  const write = (number: bigint, length: number) => number.toString(base).padStart(length, '0');
  const readings: Reading[] = [{ read: (code) => [parse(code, base)], write: ([number = 0n]) => write(number, least) }];
  // Eight digits are what a slip had, and twelve are a whole state
  for (const length of base === 16 && isEven ? [8, 12] : []) {
    if (least % length !== 0 || least === length) continue;
    readings.push({
      read: (code) => (code.match(new RegExp(`.{${length}}`, 'g')) ?? []).map((part) => parse(part, base)),
      write: (numbers) => numbers.map((number) => write(number, length)).join(''),
    });
  }
  return readings;
}

/** Returns the possible next numbers, one after another. */
function following(predict: Predict, numbers: bigint[], count: number): bigint[][] {
  if (count === 0) return [[]];
  return predict(numbers).flatMap((next) =>
    following(predict, [...numbers, next], count - 1).map((later) => [next, ...later]),
  );
}

const inReading =
  ({ read, write }: Reading, predict: Predict): PredictCode =>
  (codes) =>
    following(predict, codes.flatMap(read), read(codes[0] ?? '').length).map(write);

/** Predictions for codes that come from a drum with this multiplier, or from another generator of this kind. */
export function drumPredictions(codes: string[], multiplier: bigint): PredictCode[] {
  // The drum may turn several times for each slip
  const multipliers = Array.from({ length: 8 }, (_, n) => multiplier ** BigInt(n + 1) % DRUM);
  const predicts = [
    ...multipliers.map((a) => scaled((shown) => upperBits(a, shown))),
    ...multipliers.map((a) => scaled((shown) => lowerBits(a, shown))),
    scaled(() => congruence),
    counted,
  ];
  return readingsOf(codes).flatMap((reading) => predicts.map((predict) => inReading(reading, predict)));
}

/** Whether the codes end in a pattern that only a generator such as the drum has. */
export const haveShortPeriod = (codes: string[]): boolean =>
  readingsOf(codes).some(({ read }) => hasShortPeriod(codes.flatMap(read)));

/** Predictions for generators that only shift and XOR. They need a few hundred codes. */
export const shiftPredictions = (codes: string[]): PredictCode[] =>
  readingsOf(codes).map((reading) => {
    const most = codes.flatMap(reading.read).reduce((found, number) => (number > found ? number : found), 0n);
    return inReading(reading, shifts(BigInt(most.toString(2).length)));
  });

/** A usual way to make a code from results of Math.random. */
interface Idiom {
  /** Calls of Math.random for one code. */
  calls: number;
  /** Returns the limits that a code reveals. The calls count from its first one. */
  read: (code: string) => Limits[];
  write: (results: number[]) => string;
}

const ONE = 1n << 64n;
/** Returns the limits of a result whose multiple of `n` was rounded down to `value`. */
const roundedDown = (call: number, value: bigint, n: bigint): Limits => ({
  call,
  low: (value * ONE + n - 1n) / n,
  high: ((value + 1n) * ONE - 1n) / n,
});

function idiomsOf(codes: string[]): Idiom[] {
  const base = baseOf(codes);
  const least = Math.min(...codes.map((code) => code.length));
  const most = Math.max(...codes.map((code) => code.length));
  const idioms: Idiom[] = [];

  // The digits behind the point, of one number or of several. The last digits are rounded
  const exact = Math.floor(52 / Math.log2(base)) - 1;
  for (const calls of [1, 2, 3]) {
    const part = Math.floor(most / calls);
    const shown = Math.min(exact, part, least);
    const read = (code: string) => [roundedDown(0, parse(code.slice(0, shown), base), BigInt(base) ** BigInt(shown))];
    const behindThePoint = (result: number) => result.toString(base).slice(2);
    idioms.push(
      { calls, read, write: (results) => results.map(behindThePoint).join('').slice(0, most) },
      { calls, read, write: (results) => results.map((result) => behindThePoint(result).slice(0, part)).join('') },
    );
  }

  // A whole number below a power of the base, of two or of ten
  const largest = codes.map((code) => parse(code, base)).reduce((a, b) => (a > b ? a : b), 0n);
  const limits = [
    BigInt(base) ** BigInt(most),
    1n << BigInt(largest.toString(2).length),
    10n ** BigInt(String(largest).length),
  ];
  for (const limit of [...limits, BigInt(Number.MAX_SAFE_INTEGER)]) {
    if (limit < largest || limit > 1n << 53n) continue;
    idioms.push({
      calls: 1,
      read: (code) => [roundedDown(0, parse(code, base), limit)],
      write: ([result = 0]) =>
        Math.floor(result * Number(limit))
          .toString(base)
          .padStart(least, '0'),
    });
  }

  // A letter or digit for each number
  const seen = [...new Set(codes.join(''))].sort().join('');
  const letters = DIGITS.slice(10);
  const sets = [
    seen,
    DIGITS.slice(0, base),
    letters,
    `${letters}${DIGITS.slice(0, 10)}`,
    seen.replace(/^(\d*)(.*)/, '$2$1'),
  ];
  for (const set of new Set(sets)) {
    if (least !== most || [...seen].some((sign) => !set.includes(sign))) continue;
    idioms.push({
      calls: most,
      read: (code) => [...code].map((sign, i) => roundedDown(i, BigInt(set.indexOf(sign)), BigInt(set.length))),
      write: (results) => results.map((result) => set[Math.floor(result * set.length)]).join(''),
    });
  }
  return idioms;
}

/** Codes that reveal the state of Math.random. A single one that is read wrongly makes all of them useless. */
const ENOUGH = 12;

/** Predictions for codes that come from Math.random. */
export const mathRandomPredictions = (codes: string[]): PredictCode[] =>
  idiomsOf(codes).map(({ calls, read, write }) => (all) => {
    const drawn = all.slice(-ENOUGH);
    const known = drawn.flatMap((code, n) => read(code).map((one) => ({ ...one, call: n * calls + one.call })));
    const results = recover(known);
    return results ? [write(Array.from({ length: calls }, (_, i) => results(drawn.length * calls + i)))] : [];
  });
