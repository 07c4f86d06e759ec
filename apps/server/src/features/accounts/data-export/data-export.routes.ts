import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/http/routes';
import type { AccountDeps } from '../account-deps.ts';
import { readExport } from './data-export.read-model.ts';

/** Reading everything is expensive. */
const exportLimit = { name: 'export', hits: 5, seconds: 3_600 };

export function dataExportRoutes(app: FastifyInstance, { db, clock, limiter, listLabHomes }: AccountDeps): void {
  registerEndpoints(app, {
    'GET /api/account/export': async ({ viewer }) => {
      await limiter.take(exportLimit, String(viewer.pk));
      return { ...(await readExport(db, viewer.pk, clock.now())), lab_homes: await listLabHomes(viewer.pk) };
    },
  });
}
