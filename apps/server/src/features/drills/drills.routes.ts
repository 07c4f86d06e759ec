import type { FastifyInstance } from 'fastify';
import { networkOf } from '#platform/http/network';
import { registerEndpoints } from '#platform/http/routes';
import type { DrillService } from './drills.service.ts';
import type { VisitorDrillService } from './visitor-drills.service.ts';

export function drillRoutes(app: FastifyInstance, drills: DrillService, visitorDrills: VisitorDrillService): void {
  registerEndpoints(app, {
    'GET /api/subchapter/:slug/drill/:id': ({ params, viewer }) => drills.read(viewer, params),

    'POST /api/subchapter/:slug/drill/:id': ({ params, body, viewer }) => drills.answer(viewer, params, body),

    'POST /api/subchapter/:slug/drill/:id/solution': ({ params, body, viewer }) => drills.show(viewer, params, body),

    'GET /api/subchapter/:slug/drill/:id/visitor': ({ params, query, reader }) =>
      visitorDrills.read(reader, params, query.key),

    'POST /api/subchapter/:slug/drill/:id/visitor': ({ params, body, viewer, reader, request }) =>
      viewer
        ? visitorDrills.claim(viewer, params, body)
        : visitorDrills.check(reader, networkOf(request.ip), params, body),

    'GET /api/admin/drills': () => drills.list(),
  });
}
