import type { FastifyInstance } from 'fastify';
import type { ReadUser } from '#features/accounts/accounts.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { findProfile } from './profiles.read-model.ts';
import { createProfileService } from './profiles.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  readUser: ReadUser;
}

/** Every change drops pages from the caches of all nodes. */
const changeLimit = { name: 'profile', hits: 30, seconds: 600 };

export function profilesRoutes(app: FastifyInstance, { db, clock, limiter, readUser }: Deps): void {
  const profiles = createProfileService({ db, readUser });
  registerEndpoints(app, {
    'GET /api/account/profile/:username': async ({ params, viewer }) => {
      const profile = await findProfile(db, params.username, viewer?.pk, clock.now());
      if (!profile) throw notFound('profile');
      return profile;
    },

    'POST /api/account/user_settings': async ({ body, viewer }) => {
      await limiter.take(changeLimit, String(viewer.pk));
      return { user: await profiles.change(viewer, body) };
    },
  });
}
