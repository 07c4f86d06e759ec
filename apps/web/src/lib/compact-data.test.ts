import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compact, expand, hashOf } from './compact-data.ts';

const keep = (text: string) => text;

test('returns any JSON value unchanged after a round trip', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(expand(JSON.parse(JSON.stringify(compact(value, keep))), keep))).toBe(text);
    }),
  );
});

test('writes the field names of a list once, and also those of lists inside', () => {
  const courses = ['a', 'b', 'c'].map((slug) => ({ slug, lessons: [1, 2, 3].map((pk) => ({ pk, name: slug })) }));
  const small = compact(courses, keep);
  expect(JSON.stringify(small).match(/slug|lessons/g)).toHaveLength(2);
  expect(JSON.stringify(small).match(/"pk"/g)).toHaveLength(3);
  expect(expand(small, keep)).toEqual(courses);
});

test('replaces texts and restores them', () => {
  const value = { d: 'M0 0l1 1', names: ['one', 'M0 0l1 1'] };
  const small = compact(value, (text) => (text.startsWith('M') ? hashOf(text) : text));
  expect(JSON.stringify(small)).not.toContain('M0');
  expect(expand(small, (text) => (text === hashOf('M0 0l1 1') ? 'M0 0l1 1' : text))).toEqual(value);
});
