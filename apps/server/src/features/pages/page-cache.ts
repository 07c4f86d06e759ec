import type { ThirdPartyAccess } from './security-headers.ts';

export interface CachedPage {
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
  /** Dependencies: the API paths that were read to render it, such as `/api/training/xss`. */
  tags: ReadonlySet<string>;
  /** False when an API call failed; then the page must not be cached. */
  complete: boolean;
  /** Milliseconds since the epoch. */
  renderedAt: number;
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

/**
 * In-memory cache of rendered pages. Pages are the same for all visitors, so the key contains no user. A change of
 * content calls `invalidate` with the affected API paths; other nodes notice within `freshFor`.
 */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>();
  readonly #limits: Required<PageCacheOptions>;
  #bytes = 0;
  #generation = 0;

  constructor(options: PageCacheOptions = {}) {
    this.#limits = {
      maxBytes: 64 * 1024 * 1024,
      maxNotFound: 200,
      freshFor: 60_000,
      usableFor: 600_000,
      now: Date.now,
      ...options,
    };
  }

  /** Increases with each invalidation: a page whose rendering overlaps one must not be cached. */
  get generation(): number {
    return this.#generation;
  }
  get size(): number {
    return this.#pages.size;
  }
  get bytes(): number {
    return this.#bytes;
  }

  find(key: string): { page: CachedPage; fresh: boolean } | undefined {
    const page = this.#pages.get(key);
    if (!page) return undefined;
    const age = this.#limits.now() - page.renderedAt;
    if (age > (page.showsLearners ? this.#limits.freshFor : this.#limits.usableFor)) {
      this.#delete(key);
      return undefined;
    }
    // A Map keeps insertion order: reinserting makes the page the most recently used.
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return { page, fresh: age <= this.#limits.freshFor };
  }

  /** Caches a page, unless it is broken or something was invalidated since `generation` was read. */
  store(key: string, page: CachedPage, generation: number): void {
    if (!page.complete || page.status >= 500 || generation !== this.#generation) return;
    if (sizeOf(key, page) > this.#limits.maxBytes / 4) return;
    this.#delete(key);
    this.#pages.set(key, page);
    this.#bytes += sizeOf(key, page);
    if (page.status === 404) this.#trimNotFound();
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#limits.maxBytes) break;
      this.#delete(oldest);
    }
  }

  /**
   * Removes the pages that depend on any of these tags: API paths, exact (`/api/training/xss`) or, with a final `*`,
   * by prefix (`/api/subchapter/*`). `all` removes everything.
   * @returns the number of removed pages
   */
  invalidate(tags: 'all' | readonly string[]): number {
    this.#generation += 1;
    const before = this.#pages.size;
    const exact = tags === 'all' ? [] : tags.filter((tag) => !tag.endsWith('*'));
    const prefixes = tags === 'all' ? [''] : tags.filter((tag) => tag.endsWith('*')).map((tag) => tag.slice(0, -1));
    for (const [key, page] of [...this.#pages]) {
      const hit =
        tags === 'all' ||
        exact.some((tag) => page.tags.has(tag)) ||
        (prefixes.length > 0 && [...page.tags].some((tag) => prefixes.some((prefix) => tag.startsWith(prefix))));
      if (hit) this.#delete(key);
    }
    return before - this.#pages.size;
  }

  #delete(key: string): void {
    const page = this.#pages.get(key);
    if (!page) return;
    this.#pages.delete(key);
    this.#bytes -= sizeOf(key, page);
  }

  #trimNotFound(): void {
    const missing = [...this.#pages].filter(([, page]) => page.status === 404);
    for (const [key] of missing.slice(0, -this.#limits.maxNotFound)) this.#delete(key);
  }
}

const sizeOf = (key: string, page: CachedPage) =>
  key.length * 2 + page.identity.length + page.gzip.length + page.brotli.length + page.csp.length * 2 + 512;
