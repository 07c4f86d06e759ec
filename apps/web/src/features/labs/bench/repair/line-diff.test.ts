import { expect, test } from 'vitest';
import { countDiff, diffLines } from './line-diff.ts';

const text = (...lines: string[]) => lines.join('\n');

test('finds no changes in an unchanged text', () => {
  expect(diffLines('a\nb', 'a\nb')).toEqual({ added: [], removed: [] });
});

test('places removed lines above the lines that replace them, with their original number', () => {
  const marks = diffLines(text('a', 'read', 'z'), text('a', 'one', 'two', 'three', 'z'));
  expect(marks).toEqual({ added: [2, 3, 4], removed: [{ before: 2, number: 2, lines: ['read'] }] });
  expect(countDiff(marks)).toEqual({ added: 3, removed: 1 });
});

test('continues the original line numbers below a change', () => {
  const marks = diffLines(text('a', 'b', 'c', 'd'), text('new', 'a', 'b', 'c'));
  expect(marks).toEqual({ added: [1], removed: [{ before: 5, number: 4, lines: ['d'] }] });
});

test('places removed lines where they were', () => {
  expect(diffLines(text('a', 'b', 'c', 'd'), text('a', 'd')).removed).toEqual([
    { before: 2, number: 2, lines: ['b', 'c'] },
  ]);
  expect(diffLines(text('a', 'b'), text('b')).removed).toEqual([{ before: 1, number: 1, lines: ['a'] }]);
});

test('marks all lines as removed in an empty text', () => {
  expect(diffLines(text('a', 'b'), '')).toEqual({ added: [1], removed: [{ before: 1, number: 1, lines: ['a', 'b'] }] });
});

test('replaces the whole text without a line-by-line comparison when two long texts share nothing', () => {
  const many = (word: string) => Array.from({ length: 4_000 }, (_, i) => `${word}${i}`).join('\n');
  const { added, removed } = diffLines(many('a'), many('b'));
  expect([added.length, removed.length, removed[0]?.before]).toEqual([4_000, 1, 1]);
});
