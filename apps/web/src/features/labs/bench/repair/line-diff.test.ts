import { expect, test } from 'vitest';
import { countChangedLines } from './line-diff.ts';

const text = (...lines: string[]) => lines.join('\n');

test.each([
  ['an unchanged text', text('a', 'b'), text('a', 'b'), { added: 0, removed: 0 }],
  ['a replaced line', text('a', 'read', 'z'), text('a', 'one', 'two', 'three', 'z'), { added: 3, removed: 1 }],
  ['changes in two places', text('a', 'b', 'c', 'd'), text('new', 'a', 'b', 'c'), { added: 1, removed: 1 }],
  ['an empty text', text('a', 'b'), '', { added: 1, removed: 2 }],
])('counts the changed lines of %s', (_, original, now, counts) => {
  expect(countChangedLines(original, now)).toEqual(counts);
});

test('counts all lines of two long texts that share nothing', () => {
  const many = (word: string) => Array.from({ length: 4_000 }, (_, i) => `${word}${i}`).join('\n');
  expect(countChangedLines(many('a'), many('b'))).toEqual({ added: 4_000, removed: 4_000 });
});
