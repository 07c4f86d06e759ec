import { expect, test } from 'vitest';
import { pageAddress } from './page-key.ts';

test.each([
  ['/map/web?view=list&utm=1', '/map/web?view=list'],
  ['/map?reason=no_token', '/map'],
  ['/map?view=1&tier=x&difficulty=brutal&sort=%3Cb%3E&cursor=%00', '/map'],
  ['/labs?difficulty=easy&difficulty=hard', '/labs?difficulty=easy'],
  ['/courses/xss/stored/what-filters-forget', '/courses/xss/stored/what-filters-forget'],
])('%s is the page %s', (url, key) => {
  expect(pageAddress(url)?.key).toBe(key);
});

test.each([
  '/api/x',
  '/api',
  '/docs/json',
  '/assets/x.js',
  '/openapi.json',
  '/healthz',
  '//evil',
  'http://evil.example/map',
  '*',
  '/%',
  '/a%5Cb',
  `/${'x'.repeat(600)}`,
])('%s is none', (url) => {
  expect(pageAddress(url)).toBeUndefined();
});

test('/apiary is a page: only whole segments are reserved', () => {
  expect(pageAddress('/apiary')?.path).toBe('/apiary');
});
