import type { Lab } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import { flagLimit } from '#features/flags/flags.public';
import type { Db } from '#platform/db/db';
import { AppError, notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import type { InstanceService } from './instances.service.ts';
import type { LabFlagService } from './lab-flags.service.ts';
import { findLab, hasSolvedLab, readLab, readLabCards, readLabFlags, readSolvedFlags } from './labs.read-model.ts';

export interface LabRoutesDeps {
  db: Db;
  instances: InstanceService;
  flags: LabFlagService;
  limiter: RateLimiter;
  solves: () => Promise<ReadonlyMap<number, number>>;
  unavailableFor: (risk: Lab['risk']) => Promise<string | null>;
}

export function labRoutes(app: FastifyInstance, deps: LabRoutesDeps): void {
  const { db, instances, flags, limiter, solves, unavailableFor } = deps;
  const selectLab = async (slug: string) => {
    const lab = await findLab(db, slug);
    if (!lab) throw notFound('lab');
    return lab;
  };

  registerEndpoints(app, {
    'GET /api/lab/': async () => ({ labs: await readLabCards(db, await solves()) }),

    'GET /api/lab/:slug': async ({ params }) => {
      const lab = await readLab(db, params.slug, await solves(), unavailableFor);
      if (!lab) throw notFound('lab');
      return lab;
    },

    'GET /api/lab/flags/:slug': async ({ params }) => ({
      flags: await readLabFlags(db, (await selectLab(params.slug)).pk),
    }),

    'POST /api/lab/flags/:slug': async ({ params, body, viewer }) => {
      await limiter.take(flagLimit, String(viewer.pk));
      return flags.submit(viewer, params.slug, body.flag);
    },

    'GET /api/lab/flags_solved': async ({ viewer }) => ({ flags: await readSolvedFlags(db, viewer.pk) }),

    'GET /api/lab/:slug/instance': async ({ params, viewer }) => ({
      instance: await instances.find(viewer, params.slug),
    }),

    'POST /api/lab/:slug/start': async ({ params, viewer }) => ({
      instance: await instances.start(viewer, params.slug),
    }),

    'POST /api/lab/:slug/stop': async ({ params, viewer }) => ({ instance: await instances.stop(viewer, params.slug) }),

    'POST /api/lab/:slug/extend': async ({ params, viewer }) => ({
      instance: await instances.extend(viewer, params.slug),
    }),

    'POST /api/lab/:slug/enter': async ({ params, viewer }) => ({ url: await instances.enter(viewer, params.slug) }),

    'GET /api/lab/:slug/writeup': async ({ params, viewer }) => {
      const lab = await selectLab(params.slug);
      if (!viewer.isSuperuser && !(await hasSolvedLab(db, viewer.pk, lab.pk))) {
        throw new AppError('forbidden', 'The write-up opens when you have every flag of this lab.');
      }
      return { html: lab.writeup_html };
    },
  });
}
