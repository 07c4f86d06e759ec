import { expect, it } from 'vitest';
import type { CachedPage } from './page-cache.ts';
import { headersOf, showsLearners } from './page-headers.ts';

const pageOf = (...tags: string[]): CachedPage => {
  const bytes = Buffer.alloc(0);
  return {
    ...{ status: 200, etag: '"e"', csp: '', identity: bytes, gzip: bytes, brotli: bytes },
    ...{ tags: new Set(tags), complete: true, createdAt: 0 },
  };
};

it.each([
  ['/api/account/leaderboard', 'public, max-age=0, s-maxage=60'],
  // The page names the first solvers.
  ['/api/lab/lost-luggage', 'public, max-age=0, s-maxage=60'],
  ['/api/account/profile/mara', 'public, no-cache'],
])('a page that reads %s shows learners’ activity and is cached for at most a minute', (tag, said) => {
  const page = pageOf('/api/config/features2', tag);
  expect([showsLearners(page), headersOf(page, 'identity')['cache-control']]).toEqual([true, said]);
});

it.each(['/api/training/xss', '/api/lab/', '/api/lab/flags/lost-luggage', '/api/laboratory/x'])(
  'allows stale-while-revalidate for a page that reads %s',
  (tag) => {
    const page = pageOf(tag);
    expect(showsLearners(page)).toBe(false);
    expect(headersOf(page, 'identity')['cache-control']).toContain('stale-while-revalidate');
  },
);

it.each([
  ['map', '/map'],
  ['overview', undefined],
] as const)('%s at the root address depends on the cookie, and no shared cache stores it', (startPage, location) => {
  expect(headersOf({ ...pageOf('/api/config/features2'), startPage }, 'br')).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding, Cookie',
    ...(location ? { 'content-location': location } : {}),
  });
  expect(headersOf(pageOf(), 'br').vary).toBe('Accept-Encoding');
});
