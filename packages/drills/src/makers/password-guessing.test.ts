import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { drills, roundOf } from '../index.ts';
import { itForEachSeed } from '../testing.ts';

const seeds = Array.from({ length: 30 }, (_, i) => `gate ${i}`);

function round(name: string, seed: string) {
  const drill = drills.get(name);
  if (!drill) throw new Error(name);
  const { given, answer } = roundOf(drill, Buffer.from(seed));
  return { answer, of: (start: string) => given.find(({ label }) => label.startsWith(start))?.text ?? '' };
}

/** Counts the numbers of `digits` digits without a repeated digit, by enumeration. */
const different = (digits: number): number =>
  Array.from({ length: 10 ** digits }, (_, i) => String(i).padStart(digits, '0')).filter(
    (word) => new Set(word).size === digits,
  ).length;

itForEachSeed(seeds)('multiplies the parts of a keyspace', (seed) => {
  const { answer, of } = round('keyspace-count', seed);
  const times = of('The recipe')
    .split('\n')
    .map((line) => {
      const birds = /one of (\d+) birds/.exec(line)?.[1];
      const digits = Number(/^- (\d) digits/.exec(line)?.[1] ?? 0);
      if (birds) return Number(birds) * 2;
      if (digits) return line.includes('different') ? different(digits) : 10 ** digits;
      if (line.includes('month')) return 12;
      if (line.includes('year')) return 2026 - 1979;
      return line.includes('letters') ? 26 ** 2 : '!?.+'.length + 1;
    });
  expect(answer).toBe(String(times.reduce((a, b) => a * b)));
});

itForEachSeed(seeds)('gives a password that follows the recipe and has the hash', (seed) => {
  const drill = drills.get('keyspace-recipe');
  const { given, answer } = roundOf(drill ?? raise(), Buffer.from(seed));
  const salt = /of (\w+:)/.exec(given[0]?.label ?? '')?.[1] ?? '';
  expect(
    createHash('sha256')
      .update(salt + answer)
      .digest('hex'),
  ).toBe(given[0]?.text);
  const recipe = given[1]?.text ?? '';
  const words = /one of: (.*)/.exec(recipe)?.[1]?.split(', ') ?? [];
  const [, word = '', digits] = /^([A-Za-z][a-z]+)(\d+)[!?.]?$/.exec(answer) ?? [];
  expect(words).toContain(word.toLowerCase());
  expect(`${digits?.length}`).toBe(/(\d) digits/.exec(recipe)?.[1]);
});

const raise = (): never => {
  throw new Error('There is no such drill.');
};

itForEachSeed(seeds)('rejects a visitor with too many checked guesses in the previous minute', (seed) => {
  const { answer, of } = round('guess-brake', seed);
  const most = Number(/After (\d)/.exec(of('The rate limit'))?.[1]);
  const guesses = of('Guesses')
    .split('\n')
    .map((line) => {
      const [number = '', time, address, header] = line.trim().split(/\s+/);
      return { number, at: Date.parse(`2027-01-01T${time}Z`) / 1000, visitor: header === '-' ? address : header };
    });
  const checked: typeof guesses = [];
  for (const guess of guesses) {
    const same = checked.filter(({ at, visitor }) => visitor === guess.visitor && guess.at - at < 60);
    expect(checked.some(({ at }) => guess.at - at === 60)).toBe(false);
    if (same.length < most) checked.push(guess);
  }
  const refused = guesses.filter((guess) => !checked.includes(guess)).map(({ number }) => number);
  expect(answer).toBe(refused.join(' ') || 'none');
});

it('rejects at least one guess in most rounds', () => {
  expect(seeds.filter((seed) => round('guess-brake', seed).answer === 'none').length).toBeLessThan(seeds.length / 5);
});

itForEachSeed(seeds)('gives the correct digit the largest minimum time, by a clear margin', (seed) => {
  const { answer, of } = round('guess-clock', seed);
  const code = [1, 2, 3].map((place) => {
    const rows = of(`Position ${place}`)
      .split('\n')
      .map((line) => line.split(/\s+/) as [string, ...string[]])
      .map(([guess, ...times]) => ({ digit: guess.slice(-1), least: Math.min(...times.map(Number)) }))
      .sort((a, b) => b.least - a.least);
    expect(rows.length).toBe(16);
    expect((rows[0]?.least ?? 0) - (rows[1]?.least ?? 0)).toBeGreaterThan(4);
    return rows[0]?.digit;
  });
  expect(code.join('')).toBe(answer);
});
