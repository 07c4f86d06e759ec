import { expect, test } from 'vitest';
import { type CachedPage, PageCache } from './page-cache.ts';

function buildPage(overrides: Partial<CachedPage> = {}): CachedPage {
  const bytes = Buffer.alloc(1000);
  return {
    status: 200,
    etag: '"e"',
    csp: '',
    identity: bytes,
    gzip: bytes,
    brotli: bytes,
    tags: new Set(['/api/a']),
    complete: true,
    renderedAt: 0,
    ...overrides,
  };
}

test('stays within its bytes; the least recently used go first', () => {
  const cache = new PageCache({ maxBytes: 20_000, now: () => 0 });
  for (let index = 0; index < 5; index += 1) cache.keep(`/${index}`, buildPage(), cache.generation);
  cache.find('/0');
  cache.keep('/5', buildPage(), cache.generation);
  cache.keep('/6', buildPage(), cache.generation);
  expect(cache.bytes).toBeLessThanOrEqual(20_000);
  expect(cache.find('/0')).toBeDefined();
  expect(cache.find('/1')).toBeUndefined();
  cache.invalidate('all');
  expect([cache.size, cache.bytes]).toEqual([0, 0]);
});

test('keeps only so many pages of unknown addresses', () => {
  const cache = new PageCache({ maxNotFound: 3, now: () => 0 });
  cache.keep('/map', buildPage(), cache.generation);
  for (let index = 0; index < 50; index += 1) cache.keep(`/x${index}`, buildPage({ status: 404 }), cache.generation);
  expect(cache.size).toBe(4);
  expect(cache.find('/map')).toBeDefined();
});

test('a page that was rendered across an invalidation is not kept', () => {
  const cache = new PageCache({ now: () => 0 });
  const { generation } = cache;
  cache.invalidate(['/api/b']);
  cache.keep('/map', buildPage(), generation);
  expect(cache.size).toBe(0);
});

test('a broken page is not kept', () => {
  const cache = new PageCache({ now: () => 0 });
  cache.keep('/map', buildPage({ complete: false }), cache.generation);
  cache.keep('/labs', buildPage({ status: 500 }), cache.generation);
  expect(cache.size).toBe(0);
});

test('ages: fresh, then to be served once more, then gone', () => {
  let now = 0;
  const cache = new PageCache({ freshFor: 10, usableFor: 100, now: () => now });
  cache.keep('/map', buildPage(), cache.generation);
  now = 10;
  expect(cache.find('/map')?.fresh).toBe(true);
  now = 11;
  expect(cache.find('/map')?.fresh).toBe(false);
  now = 101;
  expect(cache.find('/map')).toBeUndefined();
});

test('what shows learners is not served once more when it is old', () => {
  let now = 0;
  const cache = new PageCache({ freshFor: 10, usableFor: 100, now: () => now });
  cache.keep('/leaderboard', buildPage({ showsLearners: true }), cache.generation);
  now = 10;
  expect(cache.find('/leaderboard')?.fresh).toBe(true);
  now = 11;
  expect(cache.find('/leaderboard')).toBeUndefined();
});
