import { expect, test } from 'vitest';
import { createCookie } from './cookies.ts';

test('uses a __Host- cookie on https, which other hosts cannot set', () => {
  const cookie = createCookie('pass', { publicUrl: 'https://learn.example.org', path: '/api' });
  expect(cookie.set('abc', 60)).toBe('__Host-pass=abc; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax');
  expect(cookie.clear()).toBe('__Host-pass=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax');
  expect(cookie.read('other=1; __Host-pass=abc')).toBe('abc');
  expect(cookie.read('hexpedition-pass=abc; pass=abc')).toBeUndefined();
});

test('limits the cookie to its path on http', () => {
  const cookie = createCookie('pass', { publicUrl: 'http://localhost:8080', path: '/api' });
  expect(cookie.set('abc', 60)).toBe('hexpedition-pass=abc; Max-Age=60; Path=/api; HttpOnly; SameSite=Lax');
  expect(cookie.read('hexpedition-pass=abc')).toBe('abc');
  expect(cookie.read(undefined)).toBeUndefined();
});
