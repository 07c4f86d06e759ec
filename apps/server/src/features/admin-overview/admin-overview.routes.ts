import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { registerEndpoints } from '#platform/http/routes';
import { readAdminOverview } from './admin-overview.read-model.ts';

export function adminOverviewRoutes(app: FastifyInstance, { db, clock }: { db: Db; clock: Clock }): void {
  registerEndpoints(app, {
    'GET /api/admin/overview': () => readAdminOverview(db, clock.now()),
  });
}
