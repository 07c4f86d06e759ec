import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { mersenneTwister, tempered, twisted } from '../material/mersenne-twister.ts';
import { roundFor, seeds } from '../testing.ts';

const numbers = (text: string): bigint[] => (text.match(/\d+/g) ?? []).map(BigInt);

it("generates the numbers of Python's Mersenne Twister from a seed", () => {
  // random.Random(2026): getrandbits(32), the first three, the 625th and the 1250th.
  const row = mersenneTwister(2026);
  const drawn = Array.from({ length: 1250 }, () => row.next().value);
  expect([0, 1, 2, 624, 1249].map((i) => drawn[i])).toEqual([
    511_616_025, 1_372_175_472, 2_158_288_730, 1_095_106_304, 3_866_034_562,
  ]);
});

it('derives the first word of the next state from three words of this one', () => {
  for (const seed of [1, 77, 20_261_121]) {
    const row = mersenneTwister(seed);
    const drawn = Array.from({ length: 625 }, () => row.next().value);
    const [a = 0, b = 0, c = 0] = [drawn[0], drawn[1], drawn[397]].map((y) => untempered(y ?? 0));
    expect(tempered(twisted(a, b, c))).toBe(drawn[624]);
  }
});

/**
 * Returns the word that is tempered to `y`. Tempering preserves XOR, so 32 linear equations are solved by elimination.
 */
function untempered(y: number): number {
  const columns = Array.from({ length: 32 }, (_, i) => ({ bit: (1 << i) >>> 0, image: tempered((1 << i) >>> 0) }));
  let [rest, word] = [y, 0];
  for (let place = 0; place < 32; place++) {
    const at = columns.findIndex(({ image }) => (image >>> place) & 1);
    const pivot = columns.splice(at, 1)[0] ?? { bit: 0, image: 0 };
    for (const column of columns) {
      if ((column.image >>> place) & 1) {
        column.image = (column.image ^ pivot.image) >>> 0;
        column.bit = (column.bit ^ pivot.bit) >>> 0;
      }
    }
    if ((rest >>> place) & 1) [rest, word] = [(rest ^ pivot.image) >>> 0, (word ^ pivot.bit) >>> 0];
  }
  expect(rest).toBe(0);
  return word;
}

it('tempers the word that follows from the three outputs to the answer', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('rng-twister-next', seed);
    const [a = 0n, b = 0n, c = 0n] = (of('Outputs').match(/\w{8}/g) ?? []).map((y) =>
      BigInt(untempered(Number.parseInt(y, 16))),
    );
    const y = (a & 0x8000_0000n) | (b & 0x7fff_ffffn);
    const next = c ^ (y >> 1n) ^ (y & 1n ? 0x9908_b0dfn : 0n);
    expect(untempered(Number.parseInt(answer, 16))).toBe(Number(next));
  }
});

it('gives a word that the printed steps turn into the shown output', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('rng-untemper', seed);
    const [, right = '', left = '', mask = ''] = /x >> (\d+)\)\n.*y << (\d+)\) & (0x\w{8})/.exec(of('How')) ?? [];
    let y = BigInt(`0x${answer}`);
    y ^= y >> BigInt(right);
    y ^= (y << BigInt(left)) & BigInt(mask);
    expect(y.toString(16).padStart(8, '0')).toBe(of('Output'));
  }
});

it('counts as many callers between the two tickets as stated', () => {
  for (const seed of seeds) {
    const { of, answer, solution } = roundFor('rng-counter', seed);
    const name = /f"(\w+) \{n\}"/.exec(of('How a ticket'))?.[1];
    const number = Number(/^You were number (\d+),/.exec(solution[2] ?? '')?.[1]);
    const from = (n: number): string => createHash('sha256').update(`${name} ${n}`).digest('hex');
    expect(from(number).startsWith(of('Your ticket'))).toBe(true);
    expect(from(number + Number(of('Callers'))).startsWith(answer)).toBe(true);
    expect(answer).toHaveLength(16);
    expect(number + 40).toBeLessThan(100_000);
  }
});

it('gives a number whose next step is the shown number', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('rng-lcg-before', seed);
    const [a = 0n, c = 0n, two = 0n, bits = 0n] = numbers(of('The generator'));
    expect(two).toBe(2n);
    expect(a % 2n).toBe(1n);
    expect((a * BigInt(answer) + c) % 2n ** bits).toBe(BigInt(of('Last number')));
    expect(BigInt(answer) < 2n ** bits).toBe(true);
  }
});

it('gives a ninth number that follows the rule of the eight, for any possible modulus', () => {
  for (const seed of seeds) {
    const { of, answer, solution } = roundFor('rng-lcg-crack', seed);
    const row = [...numbers(of('Eight')), BigInt(answer)];
    expect(row).toHaveLength(9);
    const m = BigInt(/gives (\d+)\./.exec(solution.join(' '))?.[1] ?? 0);
    expect(row.every((x) => x < m)).toBe(true);
    const d = row.slice(1).map((x, i) => x - (row[i] ?? 0n));
    for (let i = 0; i + 2 < d.length; i++) {
      expect(((d[i + 2] ?? 0n) * (d[i] ?? 0n) - (d[i + 1] ?? 0n) ** 2n) % m).toBe(0n);
    }
    // The modulus is determined: it is more than half of the value that the first eight numbers allow.
    expect(m > 2n ** 39n).toBe(true);
  }
});

it('gives the next code of a seed from the minute and a process id that prints the first code', {
  timeout: 60_000,
}, () => {
  for (const seed of seeds.slice(0, 1)) {
    const { of, answer } = roundFor('rng-clock-seed', seed);
    const minute = Date.parse(`${of('The minute').replace(' ', 'T')}:00Z`) / 1000;
    const tried = new Set<number>();
    for (let second = 0; second < 60; second++) for (let id = 1; id < 1024; id++) tried.add((minute + second) ^ id);
    const found = [...tried].map(printed).filter(([first]) => first === of('Your code'));
    expect(found.map(([, second]) => second)).toEqual([answer]);
  }
});

/** Returns two codes of `voucher.py`, computed with its alphabet and Python's `_randbelow`. */
function printed(seed: number): [string, string] {
  const row = mersenneTwister(seed);
  let codes = '';
  while (codes.length < 24) {
    const drawn = Math.floor(row.next().value / 2 ** 26);
    if (drawn < 32) codes += 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'.charAt(drawn);
  }
  return [codes.slice(0, 12), codes.slice(12)];
}

it('prints the codes of the voucher machine in the lesson', () => {
  expect(printed(1_795_162_502)).toEqual(['Q9P79V3TLCNW', 'PLD9ALE3Z2DV']);
});
