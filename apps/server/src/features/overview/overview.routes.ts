import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import { registerEndpoints } from '#platform/http/routes';
import { type OverviewDeps, readOverview } from './overview.read-model.ts';

export function overviewRoutes(app: FastifyInstance, { clock, ...deps }: OverviewDeps & { clock: Clock }): void {
  registerEndpoints(app, {
    'GET /api/account/overview': ({ query, viewer }) => readOverview(deps, viewer, query.kind, clock.now()),
  });
}
