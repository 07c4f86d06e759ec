import { kindOfHexmap } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { readPresence } from './presence.read-model.ts';
import { deletePresence, storePresence } from './presence.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
}

/** An open editor polls every four seconds; an author may have several open. */
const presenceLimit = { name: 'map-here', hits: 120, seconds: 60 };

export function presenceRoutes(app: FastifyInstance, { db, clock, limiter }: Deps): void {
  registerEndpoints(app, {
    'POST /api/admin/map/:hexmap/presence': async ({ params, body, viewer }) => {
      await limiter.take(presenceLimit, String(viewer.pk));
      const kind = kindOfHexmap[params.hexmap];
      await storePresence(db, { kind, userPk: viewer.pk, hex: body.hex, now: clock.now() });
      return readPresence(db, kind, viewer.pk, clock.now());
    },

    'DELETE /api/admin/map/:hexmap/presence': async ({ params, viewer }) => {
      await limiter.take(presenceLimit, String(viewer.pk));
      await deletePresence(db, kindOfHexmap[params.hexmap], viewer.pk);
      return {};
    },
  });
}
