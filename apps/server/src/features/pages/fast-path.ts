import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { chooseEncoding, type Encoding } from './page-bytes.ts';
import type { CachedPage, PageCache } from './page-cache.ts';
import { headersOf } from './page-headers.ts';
import { pageAddress } from './page-key.ts';

interface Variant {
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/**
 * Answers a fresh page out of the cache before Fastify sees the request, for half the processor time. The bytes and
 * headers are those of the ordinary way, but for `x-request-id`, and there is no line in the log.
 * @returns false where the ordinary way has to answer: nothing was written then
 */
export function createFastPath(cache: PageCache): (request: IncomingMessage, response: ServerResponse) => boolean {
  const variants = new WeakMap<CachedPage, Partial<Record<Encoding, Variant>>>();

  return (request, response) => {
    if (request.method !== 'GET' || request.headers['if-none-match'] !== undefined) return false;
    const found = findPage(cache, request.url ?? '');
    if (!found?.fresh || found.page.status !== 200) return false;
    const { page } = found;
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const known = variants.get(page) ?? {};
    variants.set(page, known);
    const variant = known[encoding] ?? variantOf(page, encoding);
    known[encoding] = variant;
    response.writeHead(200, variant.headers);
    response.end(variant.body);
    return true;
  };
}

/**
 * Nearly every address is already a key as it stands and needs no parsing, because only sound addresses become keys.
 */
function findPage(cache: PageCache, url: string): ReturnType<PageCache['find']> {
  const found = cache.find(url);
  if (found) return found;
  const key = pageAddress(url)?.key;
  return key === undefined || key === url ? undefined : cache.find(key);
}

function variantOf(page: CachedPage, encoding: Encoding): Variant {
  const body = bodyOf(page, encoding);
  return { headers: { ...headersOf(page, encoding), 'content-length': body.length }, body };
}

export function bodyOf(page: CachedPage, encoding: Encoding): Buffer {
  if (encoding === 'identity') return page.identity;
  return encoding === 'br' ? page.brotli : page.gzip;
}
