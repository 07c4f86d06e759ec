import { expect, test } from 'vitest';
import { neighbour } from './other-devices.tsx';

const lines = (...hashes: string[]) => hashes.map((sid_hash) => ({ sid_hash }));

test.each([
  ['a', ['b', 'c'], 'b'],
  ['b', ['a', 'c'], 'c'],
  ['c', ['a', 'b'], 'b'],
  // Another session has ended in the meantime.
  ['a', ['c'], 'c'],
  ['c', ['a'], 'a'],
  ['b', [], undefined],
])('after removing %s, focuses the nearest of %o', (gone, left, next) => {
  expect(neighbour(lines('a', 'b', 'c'), lines(...left), gone)).toBe(next);
});
