import type { Encoding } from '#platform/http/encoding';
import type { CachedPage } from './page-cache.ts';
import { pageHeaders, thirdPartyHeaders } from './security-headers.ts';

const sharedCache = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
/** `/` has one page for members and one for visitors. Shared caches would store a copy for each value of all cookies. */
const privateCache = 'private, no-cache';
/** Shared caches are not invalidated when a learner makes a profile private, so they must revalidate each time. */
const revalidateAlways = 'public, no-cache';
/** At most a minute: a solve triggers no invalidation (docs/decisions/0008-boards.md). */
const oneMinute = 'public, max-age=0, s-maxage=60';
const showsProfile = (page: CachedPage) => [...page.tags].some((tag) => tag.startsWith('/api/account/profile/'));

/** A lab page names the first solvers. */
const showsLab = (page: CachedPage) => [...page.tags].some((tag) => /^\/api\/lab\/[^/]+$/.test(tag));

/** Checks whether a page shows learners' activity. */
export const showsLearners = (page: CachedPage) =>
  showsProfile(page) || showsLab(page) || page.tags.has('/api/account/leaderboard');

/** Returns the headers of a page in an encoding; the same for the fast path and the Fastify route. */
export function headersOf(page: CachedPage, encoding: Encoding): Record<string, string> {
  return {
    ...pageHeaders,
    ...(page.thirdParty ? thirdPartyHeaders(page.thirdParty) : {}),
    'content-security-policy': page.csp,
    'cache-control': cacheControl(page),
    ...(page.secretAddress ? { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } : {}),
    // The service worker caches the map under its own address.
    ...(page.startPage === 'map' ? { 'content-location': '/map' } : {}),
    vary: page.startPage ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    etag: page.etag,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
}

function cacheControl(page: CachedPage): string {
  if (page.status >= 500 || !page.complete || page.secretAddress) return 'no-store';
  if (page.startPage) return privateCache;
  if (showsProfile(page)) return revalidateAlways;
  return showsLearners(page) ? oneMinute : sharedCache;
}
