import type { Viewer } from '#platform/http/viewer';
import type { CacheUsage } from '#platform/telemetry/metrics';

/** Maximum number of remembered callers. */
const maxCallers = 20_000;

interface Caller {
  viewer: Viewer;
  /** Milliseconds since the epoch. */
  until: number;
}

/**
 * Remembers for a moment whom a credential identifies. A page makes several calls at once, which then need one query. A
 * change that this process makes takes effect at once; one of another process, when the moment is over.
 */
export class IdentityCache {
  readonly #callers = new Map<string, Caller>();
  readonly #lifetimeMs: number;
  #generation = 0;
  #hits = 0;
  #misses = 0;

  /** @param lifetimeMs milliseconds for which a caller is remembered; 0 for never */
  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs;
  }

  /** Increases with each change: a caller that was read from the database before one must not be remembered. */
  get generation(): number {
    return this.#generation;
  }

  find(token: string, now: Date): Viewer | undefined {
    const caller = this.#callers.get(token);
    if (caller && caller.until > now.getTime()) {
      this.#hits += 1;
      return caller.viewer;
    }
    this.#misses += 1;
    this.#callers.delete(token);
    return undefined;
  }

  get usage(): CacheUsage {
    return { hits: this.#hits, misses: this.#misses, entries: this.#callers.size };
  }

  /**
   * Remembers a caller, unless something has changed since `generation` was read.
   * @param expiresAt when the credential expires
   */
  store(token: string, viewer: Viewer, times: { now: Date; expiresAt: Date }, generation: number): void {
    if (generation !== this.#generation || this.#lifetimeMs === 0) return;
    if (this.#callers.size >= maxCallers) this.#callers.clear();
    const until = Math.min(times.now.getTime() + this.#lifetimeMs, times.expiresAt.getTime());
    this.#callers.set(token, { viewer, until });
  }

  /** Forgets one account, or all if any account may have changed. */
  forget(userPk: number | 'all'): void {
    this.#generation += 1;
    if (userPk === 'all') this.#callers.clear();
    else for (const [token, { viewer }] of this.#callers) if (viewer.pk === userPk) this.#callers.delete(token);
  }
}
