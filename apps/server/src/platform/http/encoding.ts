import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** An answer in every encoding, with its ETag. */
export interface EncodedBytes {
  etag: string;
  identity: Buffer;
  gzip: Buffer;
  brotli: Buffer;
}

/** Compresses an answer that is stored and sent many times. */
export async function encode(text: string): Promise<EncodedBytes> {
  const identity = Buffer.from(text);
  const [zipped, brotli] = await Promise.all([
    toGzip(identity, { level: 7 }),
    toBrotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
  ]);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { etag, identity, gzip: zipped, brotli };
}

/** Returns whether an If-None-Match header names this ETag. Proxies weaken an ETag when they compress. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((item) => item.trim().replace(/^W\//, '') === etag) ?? false;

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

/** Returns the bytes of an encoding. */
export function bytesOf(encoded: Pick<EncodedBytes, 'identity' | 'gzip' | 'brotli'>, encoding: Encoding): Buffer {
  if (encoding === 'identity') return encoded.identity;
  return encoding === 'br' ? encoded.brotli : encoded.gzip;
}
