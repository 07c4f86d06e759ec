import { kindOfHexmap } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { readHere } from './here.read-model.ts';
import { forget, remember } from './here.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
}

/** An open editor asks every four seconds; an author may have several. */
const hereLimit = { name: 'map-here', hits: 120, seconds: 60 };

export function hereRoutes(app: FastifyInstance, { db, clock, limiter }: Deps): void {
  registerEndpoints(app, {
    'POST /api/admin/map/:hexmap/here': async ({ params, body, viewer }) => {
      await limiter.take(hereLimit, String(viewer.pk));
      const kind = kindOfHexmap[params.hexmap];
      await remember(db, { kind, userPk: viewer.pk, hex: body.hex, now: clock.now() });
      return readHere(db, kind, viewer.pk, clock.now());
    },

    'DELETE /api/admin/map/:hexmap/here': async ({ params, viewer }) => {
      await limiter.take(hereLimit, String(viewer.pk));
      await forget(db, kindOfHexmap[params.hexmap], viewer.pk);
      return {};
    },
  });
}
