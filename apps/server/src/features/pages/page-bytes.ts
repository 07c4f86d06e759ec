import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CachedPage } from './page-cache.ts';
import type { RenderedPage } from './renderer.ts';
import { contentSecurityPolicy, type Opening, type Sources } from './security-headers.ts';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Everything about a page that is the same for all who ask, made once. */
export async function toBytes(
  { status, html, redirect, tags, complete }: RenderedPage,
  now: number,
  opening?: Opening,
  everywhere?: Sources,
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
    csp: contentSecurityPolicy(html, opening, everywhere),
    ...(opening ? { opening } : {}),
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

/** Browsers send one of a handful of headers; headers that anybody else invents must not fill the memory. */
const rememberedMost = 200;
const rememberedLength = 200;
const remembered = new Map<string, Encoding>();

/**
 * The best encoding that the request accepts. The only quality value that counts is `q=0` (not accepted): nobody ranks
 * encodings.
 */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity';
  let encoding = remembered.get(accept);
  if (encoding === undefined) {
    encoding = readAccepted(accept);
    if (remembered.size < rememberedMost && accept.length <= rememberedLength) remembered.set(accept, encoding);
  }
  return encoding;
}

function readAccepted(accept: string): Encoding {
  const taken = new Set(accept.slice(0, 1_000).toLowerCase().split(',').map(nameIfTaken));
  if (taken.has('br')) return 'br';
  return taken.has('gzip') ? 'gzip' : 'identity';
}

/** Splits instead of one expression for all: over a header of many blanks that would take half a second. */
function nameIfTaken(item: string): string {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
  return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? '' : name;
}
