import { expect, test } from 'vitest';
import { screenKeys, withControl } from './key-row-keys.ts';
import { closeShell, firstShell, openShell, renameShell, showShell } from './shells.ts';
import { hexOf } from './terminal-screen.ts';

const numbers = ({ list }: typeof firstShell) => list.map(({ number }) => number);
const many = (count: number) => Array.from({ length: count }).reduce<typeof firstShell>(openShell, firstShell);

test('opens a shell with the smallest free number and shows it', () => {
  const three = many(2);
  expect(three.list.map(({ name }) => name)).toEqual(['shell', 'shell 2', 'shell 3']);
  const reopened = openShell(closeShell(three, 2));
  expect(numbers(reopened)).toEqual([1, 3, 2]);
  expect(reopened.current).toBe(2);
});

test('allows at most six shells and at least one', () => {
  expect(numbers(many(9))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(closeShell(firstShell, 1)).toEqual(firstShell);
});

test('shows the tab beside a closed one, and keeps the current tab when another is closed', () => {
  const three = many(2);
  expect(closeShell(three, 3).current).toBe(2);
  expect(closeShell(showShell(three, 1), 1).current).toBe(2);
  expect(closeShell(showShell(three, 1), 3).current).toBe(1);
});

test('limits the length of a name, and resets an empty one to the default', () => {
  expect(renameShell(firstShell, 1, '  gdb ').list[0]?.name).toBe('gdb');
  expect(renameShell(firstShell, 1, 'x'.repeat(60)).list[0]?.name).toHaveLength(24);
  expect(renameShell(renameShell(firstShell, 1, 'gdb'), 1, ' ').list[0]?.name).toBe('shell');
});

test('converts letters to control characters with Ctrl, and keeps longer input', () => {
  expect(['c', 'C', 'd', '[', '@', ' ', '?'].map((key) => withControl(key).charCodeAt(0))).toEqual([
    3, 3, 4, 27, 0, 0, 127,
  ]);
  expect(withControl('\x1b[A')).toBe('\x1b[A');
  expect(withControl('1')).toBe('1');
});

test('sends arrow keys in the cursor key mode of the program', () => {
  const up = screenKeys.find(({ name }) => name === 'Up');
  expect([up?.data(false), up?.data(true)]).toEqual(['\x1b[A', '\x1bOA']);
});

test('converts colours to the format of xterm', () => {
  expect(hexOf('rgb(255 194 75 / 0.28)')).toBe('#ffc24b47');
  expect(hexOf('rgba(1, 2, 3, 50%)')).toBe('#01020380');
  expect(hexOf('rgb(20 32 47)')).toBe('#14202f');
  expect(hexOf('#070d1a')).toBe('#070d1a');
});
