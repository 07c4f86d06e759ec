import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/db/db';
import { networkOf } from '#platform/http/network';
import { registerEndpoints } from '#platform/http/routes';
import type { FlagService } from './flags.service.ts';
import { readSharedFlags } from './shared-flags.read-model.ts';

export function flagRoutes(app: FastifyInstance, db: Db, flags: FlagService): void {
  registerEndpoints(app, {
    'POST /api/progress/:training/flags': ({ params, body, viewer }) =>
      flags.submitSubchapterFlag(viewer, params.training, body),

    'POST /api/subchapter/:slug/flag/:id/visitor': ({ params: { slug, id }, body, reader, request }) =>
      flags.checkSubchapterFlag(reader, networkOf(request.ip), { subchapter: slug, id, flag: body.flag }),

    'POST /api/lab/flags/:slug': ({ params, body, viewer }) => flags.submitLabFlag(viewer, params.slug, body.flag),

    'GET /api/admin/shared_flags': ({ query }) => readSharedFlags(db, query),
  });
}
