import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CachedPage } from './page-cache.ts';
import type { RenderedPage } from './page-renderer.ts';
import { contentSecurityPolicy, type Sources, type ThirdPartyAccess } from './security-headers.ts';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Compresses a page and computes everything about it that is the same for all visitors. */
export async function toBytes(
  { status, html, redirect, tags, complete }: RenderedPage,
  now: number,
  thirdParty?: ThirdPartyAccess,
  siteSources?: Sources,
): Promise<CachedPage> {
  const identity = Buffer.from(html);
  const [zipped, brotli] = await Promise.all([
    toGzip(identity, { level: 7 }),
    toBrotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
  ]);
  return {
    status,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    csp: contentSecurityPolicy(html, thirdParty, siteSources),
    ...(thirdParty ? { thirdParty } : {}),
    ...(redirect ? { location: redirect } : {}),
    identity,
    gzip: zipped,
    brotli,
    tags,
    complete,
    renderedAt: now,
  };
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send few distinct headers. The limit keeps made-up headers from filling the memory. */
const maxCachedHeaders = 200;
const maxCachedHeaderLength = 200;
const encodingCache = new Map<string, Encoding>();

/**
 * Returns the best encoding that the request accepts. The only quality value considered is `q=0` (not accepted):
 * clients do not rank encodings.
 */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity';
  let encoding = encodingCache.get(accept);
  if (encoding === undefined) {
    encoding = parseAcceptEncoding(accept);
    if (encodingCache.size < maxCachedHeaders && accept.length <= maxCachedHeaderLength)
      encodingCache.set(accept, encoding);
  }
  return encoding;
}

function parseAcceptEncoding(accept: string): Encoding {
  const accepted = new Set(accept.slice(0, 1_000).toLowerCase().split(',').map(acceptedName));
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : 'identity';
}

/**
 * Splits the header instead of using one regular expression, which would take half a second for a header of many
 * blanks.
 */
function acceptedName(item: string): string {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
  return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? '' : name;
}
