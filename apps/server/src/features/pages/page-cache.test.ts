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
    createdAt: 0,
    ...overrides,
  };
}

test('stays within its byte limit and evicts the least recently used pages', () => {
  const cache = new PageCache({ maxBytes: 20_000, now: () => 0 });
  for (let index = 0; index < 5; index += 1) cache.store(`/${index}`, buildPage(), cache.generation);
  cache.find('/0');
  cache.store('/5', buildPage(), cache.generation);
  cache.store('/6', buildPage(), cache.generation);
  expect(cache.usage.bytes).toBeLessThanOrEqual(20_000);
  expect(cache.find('/0')).toBeDefined();
  expect(cache.find('/1')).toBeUndefined();
  cache.invalidate('all');
  expect([cache.usage.entries, cache.usage.bytes]).toEqual([0, 0]);
});

test('limits pages of unknown paths', () => {
  const cache = new PageCache({ maxNotFound: 3, now: () => 0 });
  cache.store('/map', buildPage(), cache.generation);
  for (let index = 0; index < 50; index += 1) cache.store(`/x${index}`, buildPage({ status: 404 }), cache.generation);
  expect(cache.usage.entries).toBe(4);
  expect(cache.find('/map')).toBeDefined();
});

test('does not cache a page whose rendering overlaps an invalidation', () => {
  const cache = new PageCache({ now: () => 0 });
  const { generation } = cache;
  cache.invalidate(['/api/b']);
  cache.store('/map', buildPage(), generation);
  expect(cache.usage.entries).toBe(0);
});

test('does not cache a broken page', () => {
  const cache = new PageCache({ now: () => 0 });
  cache.store('/map', buildPage({ complete: false }), cache.generation);
  cache.store('/labs', buildPage({ status: 500 }), cache.generation);
  expect(cache.usage.entries).toBe(0);
});

test('serves a page as fresh, then stale once, then not at all', () => {
  let now = 0;
  const cache = new PageCache({ freshFor: 10, usableFor: 100, now: () => now });
  cache.store('/map', buildPage(), cache.generation);
  now = 10;
  expect(cache.find('/map')?.fresh).toBe(true);
  now = 11;
  expect(cache.find('/map')?.fresh).toBe(false);
  now = 101;
  expect(cache.find('/map')).toBeUndefined();
});

test('never serves a stale page with learners’ activity', () => {
  let now = 0;
  const cache = new PageCache({ freshFor: 10, usableFor: 100, now: () => now });
  cache.store('/leaderboard', buildPage({ showsLearners: true }), cache.generation);
  now = 10;
  expect(cache.find('/leaderboard')?.fresh).toBe(true);
  now = 11;
  expect(cache.find('/leaderboard')).toBeUndefined();
});
