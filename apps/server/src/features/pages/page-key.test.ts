import { expect, test } from 'vitest';
import { hasSecretAddress, isStartPage, overviewKey, pageAddress, renderedUrl, withoutSecret } from './page-key.ts';

test.each([
  ['/map/web?view=list&utm=1', '/map/web?view=list'],
  ['/map?reason=no_token', '/map'],
  ['/leaderboard?continent=web&period=week', '/leaderboard?period=week&continent=web'],
  ['/leaderboard?period=all&continent=A%20b', '/leaderboard'],
  ['/map?view=1&tier=x&difficulty=brutal&sort=%3Cb%3E&cursor=%00', '/map'],
  ['/labs?tool=gdb&tag=sql%20injection', '/labs?tag=sql+injection&tool=gdb'],
  ['/labs?difficulty=easy&difficulty=hard', '/labs?difficulty=easy'],
  ['/courses/xss/stored/what-filters-forget', '/courses/xss/stored/what-filters-forget'],
  ['/verify/7/AAAAaSx_-0', '/verify/-/-'],
  ['/verify/8/other?view=list', '/verify/-/-'],
  ['/password-reset/7/AAAAaSx/', '/password-reset/-/-'],
  ['/password-reset', '/password-reset'],
  ['/verify/7/a/b', '/verify/7/a/b'],
])('%s is the page %s', (url, key) => {
  expect(pageAddress(url)?.key).toBe(key);
});

test.each([
  ['/', undefined, '/'],
  ['/?reason=user-nav&view=list', 'klaro=x', '/?view=list'],
  ['/', 'klaro=x; member=1', overviewKey],
  ['/?view=list', 'member=1; klaro=x', overviewKey],
  ['/', 'member=; klaro=x', '/'],
  ['/', 'remember=1', '/'],
  ['/map', 'member=1', '/map'],
])('%s with the cookies %s is the page %s', (url, cookie, key) => {
  expect(pageAddress(url, cookie)?.key).toBe(key);
});

test('renders the map for visitors of the root address, with the root as the canonical link', () => {
  expect(['/', '/?view=list'].map(renderedUrl)).toEqual([
    { url: '/map', canonicalPath: '/' },
    { url: '/map?view=list', canonicalPath: '/' },
  ]);
  expect([overviewKey, '/map', '/labs?tag=x'].map((key) => renderedUrl(key))).toEqual([
    { url: overviewKey },
    { url: '/map' },
    { url: '/labs?tag=x' },
  ]);
  expect(['/', '/?view=list', overviewKey, '/map'].map(isStartPage)).toEqual([true, true, true, false]);
});

test.each([
  '/api/x',
  '/api',
  '/docs/json',
  '/avatars/deep/kraken.svg',
  '/media/abc/x.webm',
  '/assets/x.js',
  '/openapi.json',
  '/healthz',
  '//evil',
  'http://evil.example/map',
  '*',
  '/%',
  '/a%5Cb',
  '/map#1',
  `/${'x'.repeat(600)}`,
])('%s is not a page', (url) => {
  expect(pageAddress(url)).toBeUndefined();
});

test('reserves only whole path segments: /apiary is a page', () => {
  expect(pageAddress('/apiary')?.path).toBe('/apiary');
});

test('recognises the page of a mail link by its key', () => {
  expect(['/verify/-/-', '/password-reset/-/-', '/password-reset', '/map/-/-'].map(hasSecretAddress)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ['/map/web', '/map/web'],
  ['/', '/'],
  ['/verify/7/AAAAaSx_-0', '/verify'],
  ['/password-reset/7/AAAAaSx/', '/password-reset'],
  ['/password-reset', '/password-reset'],
  ['/unsubscribe/8/x', '/unsubscribe'],
  ['/%76erify/7/AAAA', '/verify'],
  ['/VERIFY/7/AAAA', '/verify'],
  ['//verify/7/AAAA', '/verify'],
  ['/verify/7/a/b/c', '/verify'],
  ['/verify?token=AAAA', '/verify'],
  ['/subscription/vouchers#code=AAAA', '/subscription/vouchers'],
  ['/%zz/a', '/%zz/a'],
  ['', ''],
])('stores %s as %s', (path, kept) => {
  expect(withoutSecret(path)).toBe(kept);
});
