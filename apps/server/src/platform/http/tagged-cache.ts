import type { CacheUsage } from '#platform/telemetry/metrics';

/** An entry of a `TaggedCache`. */
export interface Tagged {
  /** Dependencies: the API paths whose data the entry contains, such as `/api/training/xss`. */
  tags: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** Ages of an entry in milliseconds. */
interface Lifetime {
  /** Up to this age an entry is fresh. An older one is used once more while a new one is made. */
  freshFor: number;
  /** From this age on an entry is not used at all. */
  usableFor: number;
}

export interface TaggedCacheOptions<T extends Tagged> {
  /** Maximum bytes of all entries; the least recently used are evicted first. */
  maxBytes: number;
  sizeOf: (key: string, entry: T) => number;
  lifetimeOf: (entry: T) => Lifetime;
  now: () => number;
}

/**
 * In-memory cache of answers that are the same for all visitors. A change of content calls `invalidate` with the affected
 * API paths, on every node.
 */
export class TaggedCache<T extends Tagged> {
  readonly #entries = new Map<string, T>();
  readonly #options: TaggedCacheOptions<T>;
  #bytes = 0;
  #hits = 0;
  #misses = 0;
  #generation = 0;

  constructor(options: TaggedCacheOptions<T>) {
    this.#options = options;
  }

  /** Increases with each invalidation: an entry that was begun before one must not be stored. */
  get generation(): number {
    return this.#generation;
  }

  get usage(): CacheUsage {
    return { hits: this.#hits, misses: this.#misses, entries: this.#entries.size, bytes: this.#bytes };
  }

  /** Counts an answer that was not in the cache. One request may look for several keys, so `find` counts only what it finds. */
  countMiss(): void {
    this.#misses += 1;
  }

  find(key: string): { entry: T; fresh: boolean } | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const { lifetimeOf, now } = this.#options;
    const { freshFor, usableFor } = lifetimeOf(entry);
    const age = now() - entry.createdAt;
    if (age > usableFor) {
      this.#delete(key);
      return undefined;
    }
    // A Map keeps insertion order: reinserting makes the entry the most recently used.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const fresh = age <= freshFor;
    if (fresh) this.#hits += 1;
    return { entry, fresh };
  }

  /**
   * Stores an entry, unless something was invalidated since `generation` was read.
   * @param limited entries of which only the newest are kept, at most `limit`
   */
  store(key: string, entry: T, generation: number, limited?: { matches: (entry: T) => boolean; limit: number }): void {
    const { maxBytes, sizeOf } = this.#options;
    if (generation !== this.#generation || sizeOf(key, entry) > maxBytes / 4) return;
    this.#delete(key);
    this.#entries.set(key, entry);
    this.#bytes += sizeOf(key, entry);
    if (limited?.matches(entry)) {
      const matching = [...this.#entries].filter(([, one]) => limited.matches(one));
      for (const [old] of matching.slice(0, -limited.limit)) this.#delete(old);
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= maxBytes) break;
      this.#delete(oldest);
    }
  }

  /**
   * Removes the entries that depend on any of these tags: API paths, exact (`/api/training/xss`) or, with a final `*`,
   * by prefix (`/api/subchapter/*`). `all` removes everything.
   * @returns the number of removed entries
   */
  invalidate(tags: 'all' | readonly string[]): number {
    this.#generation += 1;
    const before = this.#entries.size;
    const exact = tags === 'all' ? [] : tags.filter((tag) => !tag.endsWith('*'));
    const prefixes = tags === 'all' ? [''] : tags.filter((tag) => tag.endsWith('*')).map((tag) => tag.slice(0, -1));
    for (const [key, entry] of [...this.#entries]) {
      const hit =
        tags === 'all' ||
        exact.some((tag) => entry.tags.has(tag)) ||
        (prefixes.length > 0 && [...entry.tags].some((tag) => prefixes.some((prefix) => tag.startsWith(prefix))));
      if (hit) this.#delete(key);
    }
    return before - this.#entries.size;
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= this.#options.sizeOf(key, entry);
  }
}
