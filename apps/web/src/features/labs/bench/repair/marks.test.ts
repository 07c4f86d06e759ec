import { expect, test } from 'vitest';
import { countOf, marksOf } from './marks.ts';

const text = (...lines: string[]) => lines.join('\n');

test('a text that is its original has no marks', () => {
  expect(marksOf('a\nb', 'a\nb')).toEqual({ added: [], gone: [] });
});

test('what is gone stands above what came in its place, with its own number', () => {
  const marks = marksOf(text('a', 'read', 'z'), text('a', 'one', 'two', 'three', 'z'));
  expect(marks).toEqual({ added: [2, 3, 4], gone: [{ before: 2, number: 2, lines: ['read'] }] });
  expect(countOf(marks)).toEqual({ added: 3, gone: 1 });
});

test('numbers of the original go on below a change', () => {
  const marks = marksOf(text('a', 'b', 'c', 'd'), text('new', 'a', 'b', 'c'));
  expect(marks).toEqual({ added: [1], gone: [{ before: 5, number: 4, lines: ['d'] }] });
});

test('lines that are gone without anything in their place stand where they were', () => {
  expect(marksOf(text('a', 'b', 'c', 'd'), text('a', 'd')).gone).toEqual([{ before: 2, number: 2, lines: ['b', 'c'] }]);
  expect(marksOf(text('a', 'b'), text('b')).gone).toEqual([{ before: 1, number: 1, lines: ['a'] }]);
});

test('an empty text has lost everything', () => {
  expect(marksOf(text('a', 'b'), '')).toEqual({ added: [1], gone: [{ before: 1, number: 1, lines: ['a', 'b'] }] });
});

test('two texts that share nothing are compared as a whole, in no time', () => {
  const many = (word: string) => Array.from({ length: 4_000 }, (_, i) => `${word}${i}`).join('\n');
  const { added, gone } = marksOf(many('a'), many('b'));
  expect([added.length, gone.length, gone[0]?.before]).toEqual([4_000, 1, 1]);
});
