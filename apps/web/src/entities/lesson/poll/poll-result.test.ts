import { expect, test } from 'vitest';
import { shareOf } from './poll-result.tsx';

test.each([
  [0, 0, 0],
  [0, 10, 0],
  [1, 3, 33],
  [2, 3, 67],
  [1, 1_000, 1],
  [999, 1_000, 99],
  [5, 5, 100],
])('%i of %i are %i %%', (answers, voters, share) => {
  expect(shareOf(answers, voters)).toBe(share);
});
