import type { Features } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { networkOf } from '#platform/http/network';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { findAccess } from './access.read-model.ts';
import { findHexmap, readNav } from './config.read-model.ts';
import { findQuiz, findSubchapter } from './lesson.read-model.ts';
import { judge, type QuizData, type QuizSecret } from './quiz.policy.ts';
import { assertReaches } from './reach.public.ts';
import { findChapters, findTraining, readTrainings } from './trainings.read-model.ts';

/** What the operator has switched on, and the operator's message. */
type Switches = Omit<z.infer<typeof Features>, 'hexmap' | 'hexmapYT'>;

interface Deps {
  db: Db;
  switches: () => Switches;
  limiter: RateLimiter;
}

/** Enough for anybody who reads; too few to try every combination. */
const quizLimit = { name: 'quiz', hits: 60, seconds: 60 };

export function contentRoutes(app: FastifyInstance, { db, switches, limiter }: Deps): void {
  registerEndpoints(app, {
    'GET /api/config/features:version': async () => ({
      ...switches(),
      hexmap: { nav: await readNav(db) },
      hexmapYT: { nav: [] },
    }),

    'GET /api/config/hexmap:version': async ({ params, viewer }) => {
      const isOpen = params.version !== 'beta' || viewer?.betaAccess || viewer?.isSuperuser;
      return found(isOpen ? await findHexmap(db, params.version) : undefined, 'map');
    },

    'GET /api/trainings': async () => ({ trainings: await readTrainings(db) }),

    'GET /api/training/:slug': async ({ params }) => found(await findTraining(db, params.slug), 'training'),

    'GET /api/training/:slug/chapters': async ({ params }) => ({
      chapters: found(await findChapters(db, params.slug), 'training'),
    }),

    'GET /api/training/:slug/access': async ({ params, viewer }) =>
      found(await findAccess(db, params.slug, viewer), 'training'),

    'GET /api/subchapter/:slug': async ({ params, viewer }) =>
      found(await findSubchapter(db, params.slug, viewer), 'lesson'),

    'POST /api/subchapter/:slug/quiz/:id': async ({ params, body, viewer, request }) => {
      await limiter.take(quizLimit, viewer ? String(viewer.pk) : networkOf(request.ip));
      const subchapter = await assertReaches(db, viewer, params.slug);
      const quiz = found(await findQuiz(db, subchapter.pk, params.id), 'quiz');
      // Both columns were written by the import, in the shape of a quiz.
      return judge(quiz.data as unknown as QuizData, quiz.secret as unknown as QuizSecret, body.answer);
    },
  });
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what);
  return value;
}
