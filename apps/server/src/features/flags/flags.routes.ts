import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/http/routes';
import type { FlagService } from './flags.service.ts';

export function flagRoutes(app: FastifyInstance, flags: FlagService): void {
  registerEndpoints(app, {
    'POST /api/progress/:training/flags': ({ params, body, viewer }) =>
      flags.submitSubchapterFlag(viewer, params.training, body),

    'POST /api/lab/flags/:slug': ({ params, body, viewer }) => flags.submitLabFlag(viewer, params.slug, body.flag),
  });
}
