import type { FastifyInstance } from 'fastify';
import type { ReadUser } from '#features/accounts/accounts.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { createAvatarService } from './avatars.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  readUser: ReadUser;
}

export function avatarsRoutes(app: FastifyInstance, deps: Deps): void {
  const avatars = createAvatarService(deps);
  registerEndpoints(app, {
    'GET /api/avatars': ({ viewer }) => avatars.list(viewer.pk),
    'POST /api/avatars/set/:id': ({ viewer, params }) => avatars.choose(viewer.pk, params.id),
    'POST /api/avatars/upload': ({ viewer, body }) => avatars.upload(viewer.pk, body.image),
  });
}
