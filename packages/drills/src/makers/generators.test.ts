import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { stirred, tempered, twister } from '../material/twister.ts';
import { roundFor, seeds } from '../testing.ts';

const numbers = (text: string): bigint[] => (text.match(/\d+/g) ?? []).map(BigInt);

it('the twister is that of Python, from a seed on', () => {
  // random.Random(2026): getrandbits(32), the first three, the 625th and the 1250th.
  const row = twister(2026);
  const drawn = Array.from({ length: 1250 }, () => row.next().value);
  expect([0, 1, 2, 624, 1249].map((i) => drawn[i])).toEqual([
    511_616_025, 1_372_175_472, 2_158_288_730, 1_095_106_304, 3_866_034_562,
  ]);
});

it('the first word of the next list follows from three of this one', () => {
  for (const seed of [1, 77, 20_261_121]) {
    const row = twister(seed);
    const drawn = Array.from({ length: 625 }, () => row.next().value);
    const [a = 0, b = 0, c = 0] = [drawn[0], drawn[1], drawn[397]].map((y) => untempered(y ?? 0));
    expect(tempered(stirred(a, b, c))).toBe(drawn[624]);
  }
});

/** The word that is tempered to `y`: tempering keeps XOR, so 32 equations, solved by elimination. */
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

it('words from the three outputs, stirred as is printed, are tempered to the answer', () => {
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

it('the word that was made pretty comes out again as it was shown', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('rng-untemper', seed);
    const [, right = '', left = '', mask = ''] = /x >> (\d+)\)\n.*y << (\d+)\) & (0x\w{8})/.exec(of('How')) ?? [];
    let y = BigInt(`0x${answer}`);
    y ^= y >> BigInt(right);
    y ^= (y << BigInt(left)) & BigInt(mask);
    expect(y.toString(16).padStart(8, '0')).toBe(of('What came out'));
  }
});

it('from the ticket to the right one there are as many as callers', () => {
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

it('one step on from the number before is the number that was shown', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('rng-lcg-before', seed);
    const [a = 0n, c = 0n, two = 0n, bits = 0n] = numbers(of('The generator'));
    expect(two).toBe(2n);
    expect(a % 2n).toBe(1n);
    expect((a * BigInt(answer) + c) % 2n ** bits).toBe(BigInt(of('What it showed')));
    expect(BigInt(answer) < 2n ** bits).toBe(true);
  }
});

it('the ninth number keeps the rule of the eight, whatever the modulus', () => {
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
    // The modulus is no free choice: it is more than half of what the first eight alone allow.
    expect(m > 2n ** 39n).toBe(true);
  }
});

it('one seed of the minute and a process id prints the code, and the next one is the answer', {
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

/** Two codes of `voucher.py`, by way of its alphabet and Python's `_randbelow`. */
function printed(seed: number): [string, string] {
  const row = twister(seed);
  let codes = '';
  while (codes.length < 24) {
    const drawn = Math.floor(row.next().value / 2 ** 26);
    if (drawn < 32) codes += 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'.charAt(drawn);
  }
  return [codes.slice(0, 12), codes.slice(12)];
}

it('the voucher machine prints what it prints in the lesson', () => {
  expect(printed(1_795_162_502)).toEqual(['Q9P79V3TLCNW', 'PLD9ALE3Z2DV']);
});
