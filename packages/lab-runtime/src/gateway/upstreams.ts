import { Pool } from 'undici';
import type { Endpoint } from '../runtime.ts';

/** Bounded connection pools, one for each endpoint, made at its first use. */
export interface Upstreams {
  get(endpoint: Endpoint): Pool;
  close(): Promise<void>;
}

const IDLE_MS = 60_000;

export function createUpstreams(timeouts: { headersMs: number; bodyMs: number }): Upstreams {
  const pools = new Map<string, { pool: Pool; usedAt: number }>();

  const sweep = setInterval(() => {
    for (const [key, { pool, usedAt }] of pools) {
      if (Date.now() - usedAt < IDLE_MS) continue;
      pools.delete(key);
      // Graceful: requests in progress, such as a long download, are finished
      void pool.close();
    }
  }, IDLE_MS).unref();

  return {
    get(endpoint) {
      const key = endpoint.kind === 'unix' ? endpoint.path : originOf(endpoint);
      const known = pools.get(key);
      if (known) {
        known.usedAt = Date.now();
        return known.pool;
      }
      const pool = new Pool(originOf(endpoint), {
        socketPath: endpoint.kind === 'unix' ? endpoint.path : undefined,
        connections: 32,
        pipelining: 1,
        connectTimeout: 5000,
        headersTimeout: timeouts.headersMs,
        bodyTimeout: timeouts.bodyMs,
      });
      pools.set(key, { pool, usedAt: Date.now() });
      return pool;
    },
    async close() {
      clearInterval(sweep);
      await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()));
      pools.clear();
    },
  };
}

export function originOf(endpoint: Endpoint): string {
  return endpoint.kind === 'unix' ? 'http://lab' : `http://${endpoint.host}:${endpoint.port}`;
}
