import { expect, test } from 'vitest';
import { activeHeading } from './use-active-heading.ts';

const headings = [
  { id: 'a', top: -300 },
  { id: 'b', top: 80 },
  { id: 'c', top: 500 },
];

test('the last heading above the line is the one that is read', () => {
  expect(activeHeading(headings, 100, false)).toBe('b');
  expect(activeHeading(headings, 50, false)).toBe('a');
});

test('before the first heading, the first', () => {
  expect(activeHeading([{ id: 'a', top: 400 }], 100, false)).toBe('a');
});

test('at the end of the page, the last', () => {
  expect(activeHeading(headings, 100, true)).toBe('c');
});

test('a page without headings has none', () => {
  expect(activeHeading([], 100, false)).toBeUndefined();
});
