import { expect, test } from 'vitest';
import { moved } from './quiz-ordering.tsx';

const list = ['a', 'b', 'c', 'd'];

test('an item moves up and down, also by several places', () => {
  expect(moved(list, 1, -1)).toEqual(['b', 'a', 'c', 'd']);
  expect(moved(list, 1, 1)).toEqual(['a', 'c', 'b', 'd']);
  expect(moved(list, 0, 3)).toEqual(['b', 'c', 'd', 'a']);
  expect(moved(list, 3, -3)).toEqual(['d', 'a', 'b', 'c']);
});

test('nothing leaves the list', () => {
  expect(moved(list, 0, -1)).toBe(list);
  expect(moved(list, 3, 1)).toBe(list);
  expect(moved(list, 9, 1)).toBe(list);
});
