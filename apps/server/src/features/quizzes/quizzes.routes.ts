import type { FastifyInstance } from 'fastify';
import { assertLessonAccess } from '#features/training-access/training-access.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { networkOf } from '#platform/http/network';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { readQuizAnswers } from './quizzes.read-model.ts';
import { createQuizzesService } from './quizzes.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
}

/** High enough for readers, too low to try every combination. */
const quizLimit = { name: 'quiz', hits: 60, seconds: 60 };

export function quizzesRoutes(app: FastifyInstance, { db, clock, limiter }: Deps): void {
  const quizzes = createQuizzesService({ db, clock });

  registerEndpoints(app, {
    'GET /api/subchapter/:slug/quizzes': async ({ params, viewer }) =>
      readQuizAnswers(db, viewer.pk, await assertLessonAccess(db, viewer, params.slug)),

    'POST /api/subchapter/:slug/quiz/:id': async ({ params, body, reader, request }) => {
      await limiter.take(quizLimit, reader.pk === undefined ? networkOf(request.ip) : String(reader.pk));
      return quizzes.check(reader, params.slug, params.id, body.answer);
    },
  });
}
