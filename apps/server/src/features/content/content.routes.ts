import type { FastifyInstance } from 'fastify';
import { findLessonLock } from '#features/training-access/training-access.public';
import { notFound } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';
import { findSubchapter } from './lesson.read-model.ts';
import { findChapters, findTraining, readTrainings, type TrainingsDeps } from './trainings.read-model.ts';
import { findTrainingAccess } from './unlock-path.read-model.ts';

export function contentRoutes(app: FastifyInstance, deps: TrainingsDeps): void {
  const { db } = deps;
  registerEndpoints(app, {
    'GET /api/trainings': async ({ reader }) => ({ trainings: await readTrainings(db, reader) }),

    'GET /api/training/:slug': async ({ params, reader }) =>
      found(await findTraining(deps, params.slug, reader), 'course'),

    'GET /api/training/:slug/chapters': async ({ params }) => ({
      chapters: found(await findChapters(db, params.slug), 'course'),
    }),

    'GET /api/training/:slug/access': async ({ params, reader }) =>
      found(await findTrainingAccess(db, params.slug, reader), 'course'),

    'GET /api/subchapter/:slug': async ({ params, reader, shareAs }) => {
      const lock = found(await findLessonLock(db, reader, params.slug), 'lesson');
      const read = async () => found(await findSubchapter(db, params.slug, reader, lock), 'lesson');
      return lock ? read() : shareAs('open', read);
    },
  });
}

function found<T>(value: T | undefined, resource: string): T {
  if (value === undefined) throw notFound(resource);
  return value;
}
