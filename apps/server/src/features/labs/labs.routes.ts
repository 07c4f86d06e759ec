import type { Lab } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import { selectLab } from '#features/lab-lookup/lab-lookup.public';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';
import type { HintService } from './hints/hints.service.ts';
import type { InstanceService } from './instances.service.ts';
import type { LabStatsReader } from './lab-stats.ts';
import {
  hasSolvedLab,
  readLab,
  readLabCards,
  readLabFlags,
  readPaidSources,
  readSolvedFlags,
} from './labs.read-model.ts';
import type { RepairService } from './repair/repair.service.ts';

export interface LabRoutesDeps {
  db: Db;
  instances: InstanceService;
  hints: HintService;
  repairs: RepairService;
  stats: LabStatsReader;
  /** Returns why a lab cannot start on this server. */
  unavailableFor: (lab: { risk: Lab['risk']; workspace: Lab['workspace'] }) => Promise<string | null>;
}

export function labRoutes(app: FastifyInstance, deps: LabRoutesDeps): void {
  const { db, instances, hints, repairs, stats, unavailableFor } = deps;
  registerEndpoints(app, {
    'GET /api/lab/': async () => ({ labs: await readLabCards(db, await stats.read()) }),

    'GET /api/lab/:slug': async ({ params }) =>
      readLab(db, params.slug, {
        stats: await stats.read(),
        firstSolves: stats.firstSolves,
        unavailableFor,
      }),

    'GET /api/lab/flags/:slug': async ({ params }) => ({
      flags: await readLabFlags(db, (await selectLab(db, params.slug)).pk),
    }),

    'GET /api/lab/flags_solved': async ({ viewer }) => {
      const [flags, sources] = await Promise.all([readSolvedFlags(db, viewer.pk), readPaidSources(db, viewer.pk)]);
      return { flags, sources };
    },

    'GET /api/lab/instances_running': async ({ viewer }) => ({ instances: await instances.list(viewer) }),

    'GET /api/lab/:slug/hints': ({ params, viewer }) => hints.read(viewer, params.slug),

    'POST /api/lab/:slug/hints': ({ params, body, viewer }) => hints.open(viewer, params.slug, body.number),

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

    'GET /api/lab/:slug/repair': ({ params, viewer }) => repairs.read(viewer, params.slug),

    'POST /api/lab/:slug/repair/source': ({ params, viewer }) => repairs.openSource(viewer, params.slug),

    'PUT /api/lab/:slug/repair': ({ params, body, viewer }) => repairs.save(viewer, params.slug, body.files),

    'POST /api/lab/:slug/repair/run': ({ params, body, viewer }) => repairs.run(viewer, params.slug, body.files),

    'GET /api/lab/:slug/writeup': async ({ params, viewer }) => {
      const lab = await selectLab(db, params.slug);
      if (!viewer.isSuperuser && !(await hasSolvedLab(db, viewer.pk, lab.pk))) {
        throw new AppError('forbidden', 'Find all flags of this lab to open the write-up.');
      }
      return { html: lab.writeup_html };
    },
  });
}
