import { expect, test } from 'vitest';
import { moveItem } from './quiz-ordering.tsx';

const list = ['a', 'b', 'c', 'd'];

test('moves an item up and down, also by several places', () => {
  expect(moveItem(list, 1, -1)).toEqual(['b', 'a', 'c', 'd']);
  expect(moveItem(list, 1, 1)).toEqual(['a', 'c', 'b', 'd']);
  expect(moveItem(list, 0, 3)).toEqual(['b', 'c', 'd', 'a']);
  expect(moveItem(list, 3, -3)).toEqual(['d', 'a', 'b', 'c']);
});

test('returns the same list for a move outside of it', () => {
  expect(moveItem(list, 0, -1)).toBe(list);
  expect(moveItem(list, 3, 1)).toBe(list);
  expect(moveItem(list, 9, 1)).toBe(list);
});
