import { Readable } from 'node:stream';
import type { NoteItem } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import { assertLessonAccess } from '#features/training-access/training-access.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import type { Limit, RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { readAllNotes } from './all-notes.read-model.ts';
import { hideNote } from './hide-note.service.ts';
import { readNoteList, readReminders } from './note-list.read-model.ts';
import { readOldNotes } from './notes.read-model.ts';
import { createNotesService } from './notes.service.ts';
import { writeMarkdown } from './notes-markdown.ts';
import { hasCompletedLesson, readPublished } from './published-notes.read-model.ts';
import { readDueCards } from './reviews.read-model.ts';
import { createReviewsService } from './reviews.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
}

/** Notes are saved automatically while the learner types, so the limit is wide. */
const writeLimit: Limit = { name: 'notes', hits: 120, seconds: 60 };
/** For publishing notes and hiding them again. */
const publishLimit: Limit = { name: 'notes-publish', hits: 30, seconds: 3_600 };
const reviewLimit: Limit = { name: 'reviews', hits: 120, seconds: 60 };
/** Each search reads all notes of the learner. */
const searchLimit: Limit = { name: 'notes-search', hits: 120, seconds: 60 };
const markdownLimit: Limit = { name: 'notes-markdown', hits: 20, seconds: 3_600 };

export function notesRoutes(app: FastifyInstance, { db, clock, limiter }: Deps): void {
  const notes = createNotesService({ db, clock });
  const reviews = createReviewsService({ db, clock });
  // A missing body counts as an empty one.
  app.register(async (scope) => {
    scope.addHook('preValidation', async (request) => {
      request.body ??= request.method === 'POST' ? {} : undefined;
    });
    registerEndpoints(scope, {
      'GET /api/subchapter/:slug/notes': ({ params, viewer }) => notes.read(viewer, params.slug),

      'POST /api/subchapter/:slug/notes': async ({ params, body, viewer }) => {
        await limiter.take(writeLimit, String(viewer.pk));
        if (body.published !== undefined) await limiter.take(publishLimit, String(viewer.pk));
        return notes.write(viewer, params.slug, body);
      },
    });
  });

  registerEndpoints(app, {
    'GET /api/account/old_notes': ({ query, viewer }) => readOldNotes(db, viewer.pk, query.cursor),

    'GET /api/notes': async ({ query, viewer }) => {
      if (query.q) await limiter.take(searchLimit, String(viewer.pk));
      const isFirst = query.cursor === undefined && !query.q;
      const [list, reminders] = await Promise.all([
        readNoteList(db, viewer.pk, query),
        isFirst ? readReminders(db, viewer.pk, clock.now()) : [],
      ]);
      return { ...list, reminders };
    },

    'GET /api/account/notes/markdown': async ({ viewer, reply }) => {
      await limiter.take(markdownLimit, String(viewer.pk));
      reply.header('content-disposition', 'attachment; filename="hexpedition-notes.md"');
      return Readable.from(writeMarkdown(viewer.username, clock.now(), pagesOf(db, viewer.pk)));
    },

    'GET /api/notes/due': ({ query, viewer }) => readDueCards(db, viewer.pk, { ...query, now: clock.now() }),

    'POST /api/notes/review': async ({ body, viewer }) => {
      await limiter.take(reviewLimit, String(viewer.pk));
      return reviews.review(viewer.pk, body);
    },

    'GET /api/subchapter/:slug/notes/published': async ({ params, query, viewer }) => {
      const subchapter = await assertLessonAccess(db, viewer, params.slug);
      if (!viewer.isSuperuser && !(await hasCompletedLesson(db, viewer.pk, subchapter.pk))) {
        throw new AppError('forbidden', 'Finish this lesson first. Then you can read the notes of other learners.');
      }
      return readPublished(db, { subchapterPk: subchapter.pk, viewerPk: viewer.pk, ...query });
    },

    'GET /api/admin/notes': ({ query }) => readAllNotes(db, query),

    'POST /api/admin/notes/hide': async ({ body, viewer }) => {
      await hideNote(db, viewer, body);
      return {};
    },
  });
}

/** Yields all notes, fifty at a time, so that a learner with many notes needs little memory. */
async function* pagesOf(db: Db, userPk: number): AsyncGenerator<NoteItem[]> {
  let cursor: string | undefined;
  do {
    const page = await readNoteList(db, userPk, { cursor, limit: 50 });
    yield page.notes;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
