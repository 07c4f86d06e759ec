import type { CacheUsage } from './telemetry/metrics.ts';

/** Milliseconds after which a reading is made again, also without a notification. */
const lifetimeMs = 60_000;

interface Reading {
  value: Promise<unknown>;
  at: number;
  prefixes: readonly string[];
}

/** Keeps data that is the same for all callers until a page change affects it (see `page-changes.ts`). */
export class SharedReadings {
  readonly #readings = new Map<string, Reading>();
  readonly #now: () => number;
  #hits = 0;
  #misses = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Returns the kept data, or reads it.
   * @param prefixes beginnings of the API paths whose change affects the data
   */
  read<T>(name: string, prefixes: readonly string[], read: () => Promise<T>): Promise<T> {
    const found = this.#readings.get(name);
    if (found && this.#now() - found.at < lifetimeMs) {
      this.#hits += 1;
      return found.value as Promise<T>;
    }
    this.#misses += 1;
    const reading = { value: read(), at: this.#now(), prefixes };
    this.#readings.set(name, reading);
    reading.value.catch(() => {
      if (this.#readings.get(name) === reading) this.#readings.delete(name);
    });
    return reading.value;
  }

  get usage(): CacheUsage {
    return { hits: this.#hits, misses: this.#misses, entries: this.#readings.size };
  }

  /** Forgets the data that depends on any of these tags: API paths, exact or, with a final `*`, by prefix. */
  invalidate(tags: 'all' | readonly string[]): void {
    const isAffected = (prefix: string) =>
      tags === 'all' ||
      tags.some((tag) => tag.startsWith(prefix) || (tag.endsWith('*') && prefix.startsWith(tag.slice(0, -1))));
    for (const [name, { prefixes }] of this.#readings) if (prefixes.some(isAffected)) this.#readings.delete(name);
  }
}
