import type { Encoding } from './page-bytes.ts';
import type { CachedPage } from './page-cache.ts';
import { openedHeaders, pageHeaders } from './security-headers.ts';

const shared = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
/** Caches elsewhere do not hear of it when somebody takes a profile away, so they ask each time. */
const asksEachTime = 'public, no-cache';
/** A minute, and no longer: a solve does not announce itself (docs/decisions/0008-boards.md). */
const aMinute = 'public, max-age=0, s-maxage=60';
const showsPerson = (page: CachedPage) => [...page.tags].some((tag) => tag.startsWith('/api/account/profile/'));

/** A lab names who solved it first. */
const showsLab = (page: CachedPage) => [...page.tags].some((tag) => /^\/api\/lab\/[^/]+$/.test(tag));

/** Whether it shows what learners have done. */
export const showsLearners = (page: CachedPage) =>
  showsPerson(page) || showsLab(page) || page.tags.has('/api/account/leaderboard');

/** The headers of a page that is shown, in an encoding; the same on both ways through the server. */
export function headersOf(page: CachedPage, encoding: Encoding): Record<string, string> {
  return {
    ...pageHeaders,
    ...(page.opening ? openedHeaders(page.opening) : {}),
    'content-security-policy': page.csp,
    'cache-control': cacheControl(page),
    ...(page.secretAddress ? { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } : {}),
    vary: 'Accept-Encoding',
    etag: page.etag,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
}

function cacheControl(page: CachedPage): string {
  if (page.status >= 500 || !page.complete || page.secretAddress) return 'no-store';
  if (showsPerson(page)) return asksEachTime;
  return showsLearners(page) ? aMinute : shared;
}
