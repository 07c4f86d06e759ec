import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/http/routes';
import type { OpinionService } from './opinions.service.ts';

export function opinionRoutes(app: FastifyInstance, opinions: OpinionService): void {
  registerEndpoints(app, {
    'GET /api/lab/:slug/opinion': ({ params, viewer }) => opinions.read(viewer, params.slug),

    'PUT /api/lab/:slug/rating': ({ params, body, viewer }) => opinions.rate(viewer, params.slug, body.difficulty),

    'PUT /api/lab/:slug/solution': ({ params, body, viewer }) => opinions.writeSolution(viewer, params.slug, body),

    'GET /api/lab/:slug/solutions': ({ params, query, viewer }) =>
      opinions.readSolutions(viewer, params.slug, query.cursor),

    'PUT /api/admin/lab_solution/:pk': async ({ params, body, viewer }) => {
      await opinions.hideSolution(viewer, params.pk, body.hidden);
      return {};
    },
  });
}
