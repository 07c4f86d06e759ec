import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/http/routes';
import type { AccountDeps } from '../deps.ts';
import { readExport } from './export.read-model.ts';

/** Reading everything is expensive. */
const exportLimit = { name: 'export', hits: 5, seconds: 3_600 };

export function ownDataRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, clock, limiter, confirm, ownData, readUser, homesOf } = deps;
  registerEndpoints(app, {
    'GET /api/account/export': async ({ viewer }) => {
      await limiter.take(exportLimit, String(viewer.pk));
      return { ...(await readExport(db, viewer.pk, clock.now())), lab_homes: await homesOf(viewer.pk) };
    },

    'POST /api/account/delete': async ({ viewer, body }) => {
      await confirm(viewer, body.password);
      await ownData.scheduleDeletion(viewer.pk);
      return {};
    },

    'POST /api/account/keep': async ({ viewer }) => {
      await ownData.keep(viewer.pk);
      return { user: await readUser(db, viewer.pk) };
    },
  });
}
