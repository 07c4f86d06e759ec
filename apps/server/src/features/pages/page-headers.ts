import type { Encoding } from './page-bytes.ts';
import type { CachedPage } from './page-cache.ts';
import { pageHeaders } from './security-headers.ts';

const shared = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';

/** The headers of a page that is shown, in an encoding; the same on both ways through the server. */
export function headersOf(page: CachedPage, encoding: Encoding): Record<string, string> {
  return {
    ...pageHeaders,
    'content-security-policy': page.csp,
    'cache-control': page.status >= 500 || !page.complete ? 'no-store' : shared,
    vary: 'Accept-Encoding',
    etag: page.etag,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
}
