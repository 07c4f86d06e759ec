import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

test.each(['/', '/map', '/lab/x?next=//y#z', '/a//b'])('accepts the path %j', (path) => {
  expect(safePath(path)).toBe(path);
});

test('encodes characters that a header cannot contain', () => {
  expect(safePath('/profile/Zoë 🧭')).toBe('/profile/Zo%C3%AB%20%F0%9F%A7%AD');
});

test.each([
  '',
  'map',
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/a\r\nSet-Cookie: x=y',
  `/${'a'.repeat(500)}`,
  '/\ud800',
  undefined,
  7,
  ['/map'],
])('rejects %j', (value) => {
  expect(safePath(value)).toBeUndefined();
});
