import { expect, test } from 'vitest';
import { hexOf } from './colours.ts';
import { screenKeys, withControl } from './key-row-keys.ts';
import { closed, firstShell, opened, renamed, shown } from './shells.ts';

const numbers = ({ list }: typeof firstShell) => list.map(({ number }) => number);
const many = (count: number) => Array.from({ length: count }).reduce<typeof firstShell>(opened, firstShell);

test('a new one gets the smallest number that is free, and is shown', () => {
  const three = many(2);
  expect(three.list.map(({ name }) => name)).toEqual(['shell', 'shell 2', 'shell 3']);
  const again = opened(closed(three, 2));
  expect(numbers(again)).toEqual([1, 3, 2]);
  expect(again.current).toBe(2);
});

test('there are six at most, and one at least', () => {
  expect(numbers(many(9))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(closed(firstShell, 1)).toEqual(firstShell);
});

test('the tab beside a closed one is shown; closing another changes nothing of what is shown', () => {
  const three = many(2);
  expect(closed(three, 3).current).toBe(2);
  expect(closed(shown(three, 1), 1).current).toBe(2);
  expect(closed(shown(three, 1), 3).current).toBe(1);
});

test('a name is short, and an empty one is the first again', () => {
  expect(renamed(firstShell, 1, '  gdb ').list[0]?.name).toBe('gdb');
  expect(renamed(firstShell, 1, 'x'.repeat(60)).list[0]?.name).toHaveLength(24);
  expect(renamed(renamed(firstShell, 1, 'gdb'), 1, ' ').list[0]?.name).toBe('shell');
});

test('Ctrl makes control characters of letters, and leaves what is longer', () => {
  expect(['c', 'C', 'd', '[', '@', ' ', '?'].map((key) => withControl(key).charCodeAt(0))).toEqual([
    3, 3, 4, 27, 0, 0, 127,
  ]);
  expect(withControl('\x1b[A')).toBe('\x1b[A');
  expect(withControl('1')).toBe('1');
});

test('arrows are sent as programs ask for them', () => {
  const up = screenKeys.find(({ name }) => name === 'Up');
  expect([up?.data(false), up?.data(true)]).toEqual(['\x1b[A', '\x1bOA']);
});

test('colours are told to xterm as it reads them', () => {
  expect(hexOf('rgb(255 194 75 / 0.28)')).toBe('#ffc24b47');
  expect(hexOf('rgba(1, 2, 3, 50%)')).toBe('#01020380');
  expect(hexOf('rgb(20 32 47)')).toBe('#14202f');
  expect(hexOf('#070d1a')).toBe('#070d1a');
});
