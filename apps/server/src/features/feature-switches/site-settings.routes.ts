import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/db/db';
import { registerEndpoints } from '#platform/http/routes';
import type { SiteSettingsService } from './site-settings.ts';

export function siteSettingsRoutes(app: FastifyInstance, { db, site }: { db: Db; site: SiteSettingsService }): void {
  registerEndpoints(app, {
    'GET /api/admin/site': () => site.describe(),

    'POST /api/admin/site': async ({ body, viewer }) => {
      await db.transaction().execute((tx) => site.change(tx, viewer.pk, body));
      return site.describe();
    },
  });
}
