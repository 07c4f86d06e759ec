import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/http/routes';
import type { DrillService } from './drills.service.ts';

export function drillRoutes(app: FastifyInstance, drills: DrillService): void {
  registerEndpoints(app, {
    'GET /api/subchapter/:slug/drill/:id': ({ params, viewer }) => drills.read(viewer, params),

    'POST /api/subchapter/:slug/drill/:id': ({ params, body, viewer }) => drills.answer(viewer, params, body),

    'POST /api/subchapter/:slug/drill/:id/solution': ({ params, body, viewer }) => drills.show(viewer, params, body),

    'GET /api/admin/drills': () => drills.list(),
  });
}
