import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { registerEndpoints } from '#platform/http/routes';
import { readActive, readFunnel, readLabs, readMoney, readSignUps } from './daily-metrics.read-model.ts';
import { readDropOff, readFeedbackFigures, readTimes } from './training-metrics.read-model.ts';

export function metricsRoutes(app: FastifyInstance, { db, clock }: { db: Db; clock: Clock }): void {
  registerEndpoints(app, {
    'GET /api/admin/metrics/sign-ups': ({ query }) => readSignUps(db, query.days, clock.now()),
    'GET /api/admin/metrics/active': ({ query }) => readActive(db, query.days, clock.now()),
    'GET /api/admin/metrics/funnel': ({ query }) => readFunnel(db, query.days, clock.now()),
    'GET /api/admin/metrics/labs': ({ query }) => readLabs(db, query.days, clock.now()),
    'GET /api/admin/metrics/money': ({ query }) => readMoney(db, query.days, query.currency, clock.now()),
    'GET /api/admin/metrics/drop-off': ({ query }) => readDropOff(db, query.training, query.days, clock.now()),
    'GET /api/admin/metrics/times': ({ query }) => readTimes(db, query.training),
    'GET /api/admin/metrics/feedback': ({ query }) => readFeedbackFigures(db, query.training),
  });
}
