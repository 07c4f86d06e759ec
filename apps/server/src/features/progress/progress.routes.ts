import type { FastifyInstance } from 'fastify';
import { flagLimit } from '#features/flags/flags.public';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { findTraining, readProgress, readTrainingFlags, readTrainingProgress } from './progress.read-model.ts';
import type { ProgressService } from './progress.service.ts';

interface Deps {
  db: Db;
  progress: ProgressService;
  limiter: RateLimiter;
}

export function progressRoutes(app: FastifyInstance, { db, progress, limiter }: Deps): void {
  const trainingPk = async (slug: string) => {
    const training = await findTraining(db, slug);
    if (!training) throw notFound('training');
    return training.pk;
  };

  registerEndpoints(app, {
    'GET /api/progress': ({ viewer }) => readProgress(db, viewer.pk),

    'GET /api/progress/:training': async ({ params, viewer }) =>
      readTrainingProgress(db, viewer.pk, await trainingPk(params.training)),

    'POST /api/progress/:training': ({ params, body, viewer }) => progress.complete(viewer, params.training, body),

    'GET /api/progress/:training/flags': async ({ params, viewer }) =>
      readTrainingFlags(db, viewer.pk, await trainingPk(params.training)),

    'POST /api/progress/:training/flags': async ({ params, body, viewer }) => {
      await limiter.take(flagLimit, String(viewer.pk));
      return progress.submitFlag(viewer, params.training, body);
    },
  });
}
