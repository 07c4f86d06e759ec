import type { FastifyInstance } from 'fastify';
import { assertLessonAccess } from '#features/training-access/training-access.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { findVideo, readView, readViews } from './videos.read-model.ts';
import { mergeView } from './videos.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
}

/** A player reports every ten seconds and after each seek; several players may run. */
const viewLimit = { name: 'video', hits: 120, seconds: 60 };

export function videosRoutes(app: FastifyInstance, { db, clock, limiter }: Deps): void {
  registerEndpoints(app, {
    'GET /api/subchapter/:slug/videos': async ({ params, viewer }) => ({
      videos: await readViews(db, viewer.pk, await assertLessonAccess(db, viewer, params.slug)),
    }),

    'POST /api/subchapter/:slug/video/:id': async ({ params, body, viewer }) => {
      await limiter.take(viewLimit, String(viewer.pk));
      const video = await findVideo(db, await assertLessonAccess(db, viewer, params.slug), params.id);
      if (!video) throw notFound('video');
      await mergeView(db, viewer.pk, video.pk, body, clock.now());
      return readView(db, viewer.pk, video);
    },
  });
}
