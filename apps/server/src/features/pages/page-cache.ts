import { type Tagged, TaggedCache } from '#platform/http/tagged-cache';
import type { ThirdPartyAccess } from './security-headers.ts';

export interface CachedPage extends Tagged {
  status: number;
  etag: string;
  csp: string;
  /** Third-party sources that the policy of this page allows. */
  thirdParty?: ThirdPartyAccess;
  /** Set for a redirect. */
  location?: string;
  identity: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  /** False when an API call failed; then the page must not be cached. */
  complete: boolean;
  /** True if it shows learners' activity, which changes without invalidation: it is never served after `freshFor`. */
  showsLearners?: boolean;
  /** True if its URLs contain a secret: it must not appear in `Referer` or be stored in shared caches. */
  secretAddress?: boolean;
  /** Set for the pages at `/`, where the cookie of the request decides between two. */
  startPage?: 'map' | 'overview';
}

export interface PageCacheOptions {
  /** Maximum bytes of all cached pages; the least recently used are evicted first. */
  maxBytes?: number;
  /** Maximum cached pages of unknown paths, because clients can request any number of them. */
  maxNotFound?: number;
  /** Age in ms up to which a page is served as is. An older page is served once more while it is rendered again. */
  freshFor?: number;
  /** Age in ms from which a page is not served at all. */
  usableFor?: number;
  now?: () => number;
}

/** In-memory cache of rendered pages. Pages are the same for all visitors, so the key contains no user. */
export class PageCache extends TaggedCache<CachedPage> {
  readonly #maxNotFound: number;

  constructor(options: PageCacheOptions = {}) {
    const { freshFor = 60_000, usableFor = 600_000 } = options;
    super({
      maxBytes: options.maxBytes ?? 64 * 1024 * 1024,
      sizeOf,
      lifetimeOf: ({ showsLearners }) => ({ freshFor, usableFor: showsLearners ? freshFor : usableFor }),
      now: options.now ?? Date.now,
    });
    this.#maxNotFound = options.maxNotFound ?? 200;
  }

  /** Caches a page, unless it is broken or something was invalidated since `generation` was read. */
  override store(key: string, page: CachedPage, generation: number): void {
    if (!page.complete || page.status >= 500) return;
    super.store(key, page, generation, { matches: ({ status }) => status === 404, limit: this.#maxNotFound });
  }
}

const sizeOf = (key: string, page: CachedPage) =>
  key.length * 2 + page.identity.length + page.gzip.length + page.brotli.length + page.csp.length * 2 + 512;
