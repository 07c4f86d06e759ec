import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/db/db';
import { networkOf } from '#platform/http/network';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { search } from './search.read-model.ts';

interface Deps {
  db: Db;
  limiter: RateLimiter;
}

/** Allows a fast typist, or a classroom behind one address, but not enough requests to overload the database. */
const memberLimit = { name: 'search', hits: 120, seconds: 60 };
const networkLimit = { name: 'search-network', hits: 600, seconds: 60 };

export function searchRoutes(app: FastifyInstance, { db, limiter }: Deps): void {
  registerEndpoints(app, {
    'GET /api/search': async ({ query, viewer, reader, request }) => {
      await (viewer ? limiter.take(memberLimit, String(viewer.pk)) : limiter.take(networkLimit, networkOf(request.ip)));
      return search(db, reader, query);
    },
  });
}
