import { expect, test } from 'vitest';
import { safeNext } from './guards.ts';

test.each(['/map', '/courses/xss?tab=1#top', '/'])('%s is a path of this site', (next) => {
  expect(safeNext(next)).toBe(next);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  7,
  undefined,
  '/a\\b',
  '/\t/evil.example',
])('%s is not', (next) => {
  expect(safeNext(next)).toBeUndefined();
});
