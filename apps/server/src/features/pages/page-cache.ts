import type { Opening } from './security-headers.ts';

export interface CachedPage {
  status: number;
  etag: string;
  csp: string;
  /** What it lets in for a script of others. */
  opening?: Opening;
  /** Set for a page that leads elsewhere. */
  location?: string;
  identity: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  /** What it shows: the paths of the API that were read for it, such as `/api/training/xss`. */
  tags: ReadonlySet<string>;
  /** False when a part was missing, so that it is not to be kept. */
  complete: boolean;
  /** Milliseconds of the clock. */
  renderedAt: number;
  /** It shows what learners have done, which changes without an invalidation: it is never served past `freshFor`. */
  showsLearners?: boolean;
  /** Its visitors have a secret in their address: it must not go on in `Referer`, nor into a cache elsewhere. */
  secretAddress?: boolean;
}

export interface PageCacheOptions {
  /** Bytes of all kept pages together; the least recently used go first. */
  maxBytes?: number;
  /** How many pages of unknown addresses are kept; anybody can think of more. */
  maxNotFound?: number;
  /** Up to this age (ms) a page is served as it is; older, it is served once more while it is rendered anew. */
  freshFor?: number;
  /** From this age (ms) on it is not served at all. */
  usableFor?: number;
  now?: () => number;
}

/**
 * Rendered pages in memory. The same bytes for everybody, so there is no user in the key. A change of content calls
 * `invalidate` with the paths of the API that answer differently now; other nodes notice within `freshFor`.
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

  /** Changes with every invalidation: a page that was rendered across one must not be kept. */
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
      this.#drop(key);
      return undefined;
    }
    // A map keeps the order of insertion: putting it in again makes it the most recently used.
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return { page, fresh: age <= this.#limits.freshFor };
  }

  /** Keeps a page, unless it is broken or something was invalidated since `generation` was read. */
  keep(key: string, page: CachedPage, generation: number): void {
    if (!page.complete || page.status >= 500 || generation !== this.#generation) return;
    if (weight(key, page) > this.#limits.maxBytes / 4) return;
    this.#drop(key);
    this.#pages.set(key, page);
    this.#bytes += weight(key, page);
    if (page.status === 404) this.#trimNotFound();
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#limits.maxBytes) break;
      this.#drop(oldest);
    }
  }

  /**
   * Drops the pages that show any of these: paths of the API, exact (`/api/training/xss`) or, with a final `*`, all that
   * begin so (`/api/subchapter/*`). `all` drops everything.
   * @returns how many pages went
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
      if (hit) this.#drop(key);
    }
    return before - this.#pages.size;
  }

  #drop(key: string): void {
    const page = this.#pages.get(key);
    if (!page) return;
    this.#pages.delete(key);
    this.#bytes -= weight(key, page);
  }

  #trimNotFound(): void {
    const missing = [...this.#pages].filter(([, page]) => page.status === 404);
    for (const [key] of missing.slice(0, -this.#limits.maxNotFound)) this.#drop(key);
  }
}

const weight = (key: string, page: CachedPage) =>
  key.length * 2 + page.identity.length + page.gzip.length + page.brotli.length + page.csp.length * 2 + 512;
