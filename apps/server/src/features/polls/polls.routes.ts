import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { readAnswers, readPolls } from './polls.read-model.ts';
import { createPollsService } from './polls.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
}

/** Answers to one question are serial, so one learner must not slow down the others. */
const answerLimit = { name: 'poll-answer', hits: 30, seconds: 60 };

export function pollsRoutes(app: FastifyInstance, { db, clock, limiter }: Deps): void {
  const polls = createPollsService({ db, clock });

  registerEndpoints(app, {
    'GET /api/polls/': ({ query, reader }) => readPolls(db, reader, query.cursor),

    'GET /api/polls/answers': ({ query, viewer }) => readAnswers(db, viewer, query),

    'POST /api/polls/answer/:question_pk': async ({ params, body, viewer }) => {
      await limiter.take(answerLimit, String(viewer.pk));
      return polls.answer(viewer, params.question_pk, body.answers);
    },
  });
}
