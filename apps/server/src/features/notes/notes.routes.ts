import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { readOldNotes } from './notes.read-model.ts';
import { createNotesService } from './notes.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
}

/** Notes save themselves while they are written: wide enough for that. */
const writeLimit = { name: 'notes', hits: 120, seconds: 60 };

export function notesRoutes(app: FastifyInstance, { db, clock, limiter }: Deps): void {
  const notes = createNotesService({ db, clock });
  // No body at all means the same as an empty one.
  app.register(async (scope) => {
    scope.addHook('preValidation', async (request) => {
      request.body ??= request.method === 'POST' ? {} : undefined;
    });
    registerEndpoints(scope, {
      'GET /api/subchapter/:slug/notes': ({ params, viewer }) => notes.read(viewer, params.slug),

      'POST /api/subchapter/:slug/notes': async ({ params, body, viewer }) => {
        await limiter.take(writeLimit, String(viewer.pk));
        return notes.write(viewer, params.slug, body);
      },

      'GET /api/account/old_notes': ({ query, viewer }) => readOldNotes(db, viewer.pk, query.cursor),
    });
  });
}
