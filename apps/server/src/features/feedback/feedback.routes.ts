import type { FastifyInstance } from 'fastify';
import { assertLessonAccess } from '#features/training-access/training-access.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { readFeedback, readFeedbackList } from './feedback.read-model.ts';
import { writeFeedback } from './feedback.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
}

const writeLimit = { name: 'feedback', hits: 30, seconds: 60 };

export function feedbackRoutes(app: FastifyInstance, { db, clock, limiter }: Deps): void {
  registerEndpoints(app, {
    'GET /api/subchapter/:slug/feedback': async ({ params, viewer }) =>
      readFeedback(db, viewer.pk, await assertLessonAccess(db, viewer, params.slug)),

    'POST /api/subchapter/:slug/feedback': async ({ params, body, viewer }) => {
      await limiter.take(writeLimit, String(viewer.pk));
      const subchapter = await assertLessonAccess(db, viewer, params.slug);
      await writeFeedback(db, viewer.pk, subchapter, body, clock.now());
      return readFeedback(db, viewer.pk, subchapter);
    },

    'GET /api/admin/feedback': ({ query }) => readFeedbackList(db, query),
  });
}
