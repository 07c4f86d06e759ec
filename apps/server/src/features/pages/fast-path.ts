import type { OutgoingHttpHeaders } from 'node:http';
import type { EarlyHandler } from '#platform/http/early-handler';
import { bytesOf, chooseEncoding, type Encoding } from '#platform/http/encoding';
import type { CachedPage, PageCache } from './page-cache.ts';
import { headersOf } from './page-headers.ts';
import { isStartPage, pageAddress, pagesRoute } from './page-key.ts';

interface Variant {
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/**
 * Answers a fresh page from the cache before Fastify sees the request, for half the CPU time. Bytes and headers equal
 * those of the Fastify route, except `x-request-id`, and nothing is logged. If it returns false, it has written nothing.
 */
export function createFastPath(cache: PageCache): EarlyHandler {
  const variants = new WeakMap<CachedPage, Partial<Record<Encoding, Variant>>>();

  return (request, response) => {
    if (request.method !== 'GET' || request.headers['if-none-match'] !== undefined) return false;
    const found = findPage(cache, request.url ?? '', request.headers.cookie);
    if (!found?.fresh || found.entry.status !== 200) return false;
    const { entry: page } = found;
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const known = variants.get(page) ?? {};
    variants.set(page, known);
    const variant = known[encoding] ?? variantOf(page, encoding);
    known[encoding] = variant;
    response.writeHead(200, variant.headers);
    response.end(variant.body);
    return pagesRoute;
  };
}

/**
 * Looks up the URL itself first: nearly every valid URL is already a cache key and needs no parsing. Only valid URLs
 * become keys. Which page `/` is depends on the cookie.
 */
function findPage(cache: PageCache, url: string, cookie: string | undefined): ReturnType<PageCache['find']> {
  const isStart = isStartPage(url);
  const found = isStart ? undefined : cache.find(url);
  if (found) return found;
  const key = pageAddress(url, cookie)?.key;
  return key === undefined || (key === url && !isStart) ? undefined : cache.find(key);
}

function variantOf(page: CachedPage, encoding: Encoding): Variant {
  const body = bytesOf(page, encoding);
  return { headers: { ...headersOf(page, encoding), 'content-length': body.length }, body };
}
