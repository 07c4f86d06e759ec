import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';
import type { Plans } from '../plans.ts';
import { explainTierOf } from './explained-tier.read-model.ts';
import { readHealth } from './payments-health.read-model.ts';
import type { Reconciliation } from './reconcile.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  /** Null if payments are switched off. */
  reconciliation: Reconciliation | null;
  plans: Plans;
}

/** The request waits this long at most. A longer run continues, and the next request shows its result. */
const maxWaitMs = 10_000;

export function paymentsAdminRoutes(app: FastifyInstance, { db, clock, reconciliation, plans }: Deps): void {
  const health = () => readHealth(db, reconciliation === null ? null : plans, clock.now());
  registerEndpoints(app, {
    'GET /api/admin/payments': health,

    'POST /api/admin/payments/reconcile': async ({ viewer }) => {
      if (!reconciliation)
        throw new AppError('not_found', 'Payments are switched off, so there is nothing to reconcile.');
      const run = reconciliation.run(viewer.pk);
      run.catch((error: Error) => app.log.error({ reason: error.message }, 'reconciliation of payments failed'));
      await Promise.race([run, sleep(maxWaitMs, undefined, { ref: false })]);
      return health();
    },

    'GET /api/admin/payments/tier/:username': async ({ params }) => {
      const explained = await explainTierOf(db, params.username, plans, clock.now());
      if (!explained) throw new AppError('not_found', `There is no account ${params.username}.`);
      return explained;
    },
  });
}
