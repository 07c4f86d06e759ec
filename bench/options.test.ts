import { expect, it } from 'vitest';
import { readNumbers } from './options.ts';

const options = { users: { min: 1, max: 1_000 }, seed: { min: 0, max: 9, fallback: 1 } };

it('reads both forms of an option, and applies fallbacks', () => {
  expect(readNumbers(['--users', '20'], options)).toEqual({ users: 20, seed: 1 });
  expect(readNumbers(['--seed=3', '--users=1000'], options)).toEqual({ users: 1_000, seed: 3 });
});

it.each([
  [[], '--users is missing: give a whole number from 1 to 1,000.'],
  [['--users', '0'], '--users is "0": give a whole number from 1 to 1,000.'],
  [['--users', '1e3'], '--users is "1e3"'],
  [['--users', '-5'], '--users is "-5"'],
  [['--users'], '--users is ""'],
  [['--users', '1', '--users', '2'], '--users is given twice.'],
  [['--user', '1'], 'Unknown option --user. Options: --users, --seed.'],
  [['20'], '"20" is not an option. Options are of the form --name N.'],
])('rejects %j', (args, message) => {
  expect(() => readNumbers(args, options)).toThrow(message);
});
