import { expect, test } from 'vitest';
import { activeHeading } from './use-active-heading.ts';

const headings = [
  { id: 'a', top: -300 },
  { id: 'b', top: 80 },
  { id: 'c', top: 500 },
];

test('returns the last heading above the line', () => {
  expect(activeHeading(headings, 100, false)).toBe('b');
  expect(activeHeading(headings, 50, false)).toBe('a');
});

test('returns the first heading above the text', () => {
  expect(activeHeading([{ id: 'a', top: 400 }], 100, false)).toBe('a');
});

test('returns the last heading at the end of the page', () => {
  expect(activeHeading(headings, 100, true)).toBe('c');
});

test('returns undefined without headings', () => {
  expect(activeHeading([], 100, false)).toBeUndefined();
});
