import type { OutgoingHttpHeaders } from 'node:http';
import type { Shared } from '@hexpedition/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheUsage } from '#platform/telemetry/metrics';
import type { EarlyHandler } from './early-handler.ts';
import { bytesOf, chooseEncoding, type EncodedBytes, type Encoding, encode, matchesEtag } from './encoding.ts';
import { jsonPolicy } from './host-guard.ts';
import { type Tagged, TaggedCache } from './tagged-cache.ts';

/** An answer of the API that is the same for many callers. */
interface SharedAnswer extends Tagged, EncodedBytes {
  /** Pattern of its route. */
  route: string;
  /** True if it shows learners' activity, which changes without invalidation. */
  showsActivity: boolean;
  /** True once a request makes a new answer because this one is not fresh. */
  isRenewed: boolean;
  /** Headers of each encoding that was sent to a visitor. */
  headers: Partial<Record<Encoding, OutgoingHttpHeaders>>;
}

/** Milliseconds for which an answer that shows learners' activity is served. */
const activityMs = 5_000;
const freshMs = 60_000;
const usableMs = 600_000;

/** Shared caches may serve an answer as long as this server does. */
const cacheControlOf = ({ showsActivity }: SharedAnswer) =>
  showsActivity ? 'public, max-age=0, s-maxage=5' : 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
/** A logged-in caller may have an invalid credential the next time, which only the server notices. */
const ofCallerWithCredential = 'private, no-cache';
const vary = 'Accept-Encoding, Authorization';

/**
 * Makes and stores the answers of endpoints that the contract declares as `shared`: public data as bytes, in all encodings.
 * Superusers always get a new answer, because they must see their own change at once.
 */
export class SharedAnswers {
  readonly #cache: TaggedCache<SharedAnswer>;
  readonly #now: () => number;

  /** @param maxBytes maximum bytes of all stored answers */
  constructor({ maxBytes = 32 * 1024 * 1024, now = Date.now } = {}) {
    this.#now = now;
    this.#cache = new TaggedCache<SharedAnswer>({
      maxBytes,
      now,
      sizeOf: (key, answer) =>
        key.length * 2 + answer.identity.length + answer.gzip.length + answer.brotli.length + 1_024,
      lifetimeOf: ({ showsActivity }) => ({
        freshFor: showsActivity ? activityMs : freshMs,
        usableFor: showsActivity ? activityMs : usableMs,
      }),
    });
  }

  get usage(): CacheUsage {
    return this.#cache.usage;
  }

  /** Removes the answers that depend on any of these tags (see `TaggedCache`). */
  invalidate(tags: 'all' | readonly string[]): void {
    this.#cache.invalidate(tags);
  }

  /**
   * Answers a visitor from the cache before Fastify sees the request. Nothing is logged. If it returns false, it has
   * written nothing.
   */
  readonly fastPath: EarlyHandler = (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || headers.authorization !== undefined || !url.startsWith('/api/')) return false;
    const found = this.#cache.find(url);
    if (!found?.fresh) return false;
    const { entry } = found;
    const encoding = chooseEncoding(headers['accept-encoding']);
    entry.headers[encoding] ??= {
      ...headersOf(entry, encoding),
      'cache-control': cacheControlOf(entry),
      'x-content-type-options': 'nosniff',
      'content-security-policy': jsonPolicy,
    };
    if (matchesEtag(headers['if-none-match'], entry.etag)) {
      const { 'content-type': _type, 'content-length': _length, ...others } = entry.headers[encoding];
      response.writeHead(304, others).end();
      return entry.route;
    }
    response.writeHead(200, entry.headers[encoding]);
    response.end(bytesOf(entry, encoding));
    return entry.route;
  };

  /**
   * Answers a request from the cache, or with the answer that `produce` returns, which is then stored.
   * @param variant name of the answer if an endpoint has several, such as `open`
   * @returns what the handler of the route must return
   */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    shared: Shared,
    produce: () => Promise<unknown>,
    variant?: string,
  ): Promise<unknown> {
    const address = request.viewer?.isSuperuser ? undefined : sharedAddress(request, shared.query);
    if (address === undefined || (request.viewer && shared.by === 'visitors' && variant === undefined))
      return produce();
    // The fast path looks for the URL of a visitor. No URL contains a space, so it never finds a variant.
    const key = variant === undefined ? request.url : `${variant} ${request.url}`;
    const found = this.#cache.find(key);
    if (!found?.fresh) this.#cache.countMiss();
    if (found && (found.fresh || found.entry.isRenewed)) return send(request, reply, found.entry);
    if (found) found.entry.isRenewed = true;
    const { generation } = this.#cache;
    try {
      const text = String(reply.serialize(await produce()));
      const route = request.routeOptions.url ?? '';
      void this.#store(key, { route, address, showsActivity: shared.showsActivity === true }, text, generation);
      return reply.type(jsonType).send(text);
    } catch (error) {
      if (found) found.entry.isRenewed = false;
      throw error;
    }
  }

  async #store(
    key: string,
    { route, address, showsActivity }: Pick<SharedAnswer, 'route' | 'showsActivity'> & { address: string },
    text: string,
    generation: number,
  ): Promise<void> {
    const createdAt = this.#now();
    const encoded = await encode(text);
    const tags = new Set([address]);
    const answer = { ...encoded, route, tags, createdAt, showsActivity, isRenewed: false, headers: {} };
    this.#cache.store(key, answer, generation);
  }
}

const jsonType = 'application/json; charset=utf-8';

function headersOf(answer: SharedAnswer, encoding: Encoding) {
  return {
    'content-type': jsonType,
    'content-length': bytesOf(answer, encoding).length,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    etag: answer.etag,
    vary,
  };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: SharedAnswer): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const { 'content-length': _length, ...headers } = headersOf(answer, encoding);
  reply.headers({ ...headers, 'cache-control': request.viewer ? ofCallerWithCredential : cacheControlOf(answer) });
  if (matchesEtag(request.headers['if-none-match'], answer.etag)) {
    return reply.removeHeader('content-type').removeHeader('content-encoding').status(304).send();
  }
  return reply.send(bytesOf(answer, encoding));
}

/**
 * Returns the path of the request if its answer may be stored: its URL is written in the one usual way, because clients
 * can write a URL in any number of ways, and has no query parameters but those in `query`, once each.
 */
function sharedAddress(request: FastifyRequest, query: readonly string[] = []): string | undefined {
  const pattern = request.routeOptions.url ?? '';
  const params = request.params as Record<string, string>;
  const usual = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const [path = '', search] = request.url.split('?', 2);
  if (path !== usual) return undefined;
  if (search === undefined) return path;
  const names = search.split('&').map((part) => part.split('=', 1)[0] ?? '');
  const isUsual = names.every((name) => query.includes(name)) && new Set(names).size === names.length;
  // No value needs escapes, which could be written in several ways.
  return isUsual && /^[\w=&-]+$/.test(search) ? path : undefined;
}
