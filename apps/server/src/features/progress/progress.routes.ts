import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { readTrainingFlags, readTrainingProgress, selectTraining } from './progress.read-model.ts';
import type { ProgressService } from './progress.service.ts';
import type { ReadProgress } from './read-progress.ts';
import type { TestOutService } from './test-out.service.ts';
import { createVisitService } from './visit.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  progress: ProgressService;
  testOut: TestOutService;
  readProgress: ReadProgress;
}

/** One request per lesson: enough for a visitor who read the whole curriculum before signing up. */
const visitLimit = { name: 'visit', hits: 300, seconds: 60 };

export function progressRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, limiter, progress, testOut, readProgress } = deps;
  const visits = createVisitService({ db, clock });

  registerEndpoints(app, {
    'GET /api/progress': ({ query, viewer }) =>
      readProgress(viewer, { trainings: listOf(query.training), kind: query.kind }),

    'POST /api/trainings/enroll': ({ body, viewer }) => progress.enrol(viewer, body.training),

    'DELETE /api/trainings/enroll': ({ body, viewer }) => progress.unenrol(viewer, body.training),

    'GET /api/training/:slug/test_out': ({ params, viewer }) => testOut.read(viewer, params.slug),

    'POST /api/training/:slug/test_out': ({ params, body, viewer }) =>
      testOut.submit(viewer, params.slug, body.answers),

    'GET /api/progress/:training': async ({ params, viewer }) =>
      readTrainingProgress(db, viewer.pk, await selectTraining(db, params.training, viewer)),

    'POST /api/progress/:training': ({ params, body, viewer }) => progress.complete(viewer, params.training, body),

    'POST /api/subchapter/:slug/visit': async ({ params, body, viewer }) => {
      await limiter.take(visitLimit, String(viewer.pk));
      return visits.mergeVisit(viewer, params.slug, body);
    },

    'GET /api/progress/:training/flags': async ({ params, viewer }) =>
      readTrainingFlags(db, viewer.pk, (await selectTraining(db, params.training, viewer)).pk),
  });
}

/** Splits a comma-separated list of slugs, if it is not an array already. */
const listOf = (given: string | string[] | undefined): string[] | undefined =>
  typeof given === 'string' ? given.split(',') : given;
