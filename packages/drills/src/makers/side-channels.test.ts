import { expect, it } from 'vitest';
import { itForEachSeed, roundFor, seeds } from '../testing.ts';

const numbers = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);
const SBOX = 'c56b90ad3ef84712';
const ones = (plain: string | undefined, guess: number): number =>
  [...Number.parseInt(SBOX[Number.parseInt(plain ?? '', 16) ^ guess] ?? '', 16).toString(2)].filter(
    (bit) => bit === '1',
  ).length;
const guesses = Array.from({ length: 16 }, (_, guess) => guess);
/** Returns the guess with the smallest value. */
const least = (of: (guess: number) => number): number =>
  guesses.reduce((best, guess) => (of(guess) < of(best) ? guess : best), 0);
const spread = (values: number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
};
const rowsOf = (text: string) =>
  text
    .split('\n')
    .map((row) => ({ plain: row.split(' ')[0] ?? '', power: numbers(row).slice(-(row.split(' ').length - 1)) }));

itForEachSeed(seeds)('shows in the times how far each comparison got', (seed) => {
  const round = roundFor('side-timing', seed);
  const times = numbers(round.of('The log'));
  const length = (times.length - 20) / 16;
  expect(round.answer).toHaveLength(length);
  // The attempt that is longer than the mean of its group by more than half of one step's cost.
  const stands = (group: number[]): number[] => {
    const middle = [...group].sort((a, b) => a - b)[group.length >> 1] ?? 0;
    const most = Math.max(...group) - middle;
    return group.flatMap((time, i) => (time - middle > most * 0.62 ? [i] : []));
  };
  expect(stands(times.slice(0, 20))).toEqual([length - 1]);
  const digits = Array.from({ length }, (_, i) => stands(times.slice(20 + 16 * i, 36 + 16 * i)));
  expect(digits.every((found) => found.length === 1)).toBe(true);
  expect(digits.map(([digit = 0]) => digit.toString(16)).join('')).toBe(round.answer);
});

itForEachSeed(seeds)('leaves only noise after subtracting the prediction of the right key', (seed) => {
  const plain = roundFor('side-correlation', seed);
  const traces = rowsOf(plain.of('Traces'));
  const moments = [0, 1, 2, 3, 4, 5];
  const key = [0, 1, 2, 3].map((n) =>
    least((guess) =>
      Math.min(
        ...moments.map((moment) =>
          spread(traces.map((row) => (row.power[moment] ?? 0) - 10 * ones(row.plain[n], guess))),
        ),
      ),
    ),
  );
  expect(key.map((nibble) => nibble.toString(16)).join('')).toBe(plain.answer);

  // The numbers of ones in mask and masked value have an even sum exactly if the value has an even number of ones.
  const masked = roundFor('side-mask', seed);
  const rows = rowsOf(masked.of('Traces'));
  const found = [0, 1].map((n) =>
    least(
      (guess) =>
        rows.filter(({ plain: text, power }) => {
          const [mask = 0, held = 0] = [2 * n, 2 * n + 1].map((i) => Math.round(((power[i] ?? 0) - 20) / 10));
          return (mask + held + ones(text[n], guess)) % 2 === 1;
        }).length,
    ),
  );
  expect(found.map((nibble) => nibble.toString(16)).join('')).toBe(masked.answer);
});

itForEachSeed(seeds)('treats a skipped instruction as an empty one', (seed) => {
  const round = roundFor('side-skip', seed);
  const lines = [...round.of('The lock').matchAll(/\("([a-z ]+)", (.*?)\), +# (\d+)/g)].map(
    ([, operation = '', argument = '']) => ({ operation, argument }),
  );
  expect(lines.length).toBeGreaterThan(8);
  type State = { at: number; equal: boolean; open: boolean; registers: Record<string, string> };
  const start: State = { at: 0, equal: false, open: false, registers: {} };
  const next = (state: State, program: typeof lines): State | undefined => {
    const { operation, argument } = program[state.at] ?? { operation: 'stop', argument: '' };
    const on = { ...state, at: state.at + 1 };
    const [, name = '', value = ''] = /\("(\w+)", (\w+)\)/.exec(argument) ?? [];
    switch (operation) {
      case 'stop':
        return undefined;
      case 'open':
        return { ...on, open: true };
      case 'compare':
        return { ...on, equal: false };
      case 'set':
        return { ...on, registers: { ...on.registers, [name]: value } };
      case 'test':
        return { ...on, equal: state.registers[name] === value };
      case 'jump':
        return { ...on, at: Number(argument) };
      case 'jump if equal':
        return state.equal ? { ...on, at: Number(argument) } : on;
      case 'jump if not equal':
        return state.equal ? on : { ...on, at: Number(argument) };
      default:
        return on;
    }
  };
  const opens = (from: State): boolean => {
    let state: State | undefined = from;
    while (state) {
      if (state.open) return true;
      state = next(state, lines);
    }
    return false;
  };
  const moments: number[] = [];
  let state: State | undefined = start;
  for (let moment = 0; state; moment++) {
    if (opens({ ...state, at: state.at + 1 })) moments.push(moment);
    state = next(state, lines);
  }
  expect(opens(start)).toBe(false);
  expect(moments.join(' ')).toBe(round.answer);
});

it('accepts moments as Python prints a list', () => {
  const { normalize } = roundFor('side-skip', 'list');
  expect(normalize('[4, 9]')).toBe('4 9');
});
