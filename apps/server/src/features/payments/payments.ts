import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ReadUser } from '#features/accounts/accounts.public';
import type { WriteLetter } from '#features/letters/letters.public';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Jobs } from '#platform/jobs';
import type { Mailer } from '#platform/mail';
import { createLeaving, handleLeaving } from './account-deletion/cancel-subscriptions.ts';
import { createLedger } from './ledger/ledger.service.ts';
import { webhookRoutes } from './ledger/webhook.routes.ts';
import { handlePaymentMails } from './mails/payment-mail-worker.ts';
import { createPaymentMails } from './mails/payment-mails.ts';
import { createOpenings } from './paddle/csp-sources.ts';
import { createPaddleApi, type PaddleApi } from './paddle/paddle-api.ts';
import { paymentsRoutes } from './payments.routes.ts';
import { paymentsAdminRoutes } from './reconciliation/payments-admin.routes.ts';
import { createReconciliation } from './reconciliation/reconcile.service.ts';
import { createPrices } from './billing/prices.service.ts';

interface Given {
  config: Config;
  db: Db;
  clock: Clock;
  jobs: Jobs;
  mailer: Mailer;
  writeLetter: WriteLetter;
  log: FastifyBaseLogger;
  isStopping: () => boolean;
  /** What asks Paddle; made here when left out. */
  paddleApi: PaddleApi | undefined;
}

/** The parts of this feature, put together. Where nothing is sold, what was sold before is still shown and told. */
export function createPayments({ config, db, clock, jobs, mailer, writeLetter, log, isStopping, paddleApi }: Given) {
  const { paddle, freeTier } = config;
  const mails = createPaymentMails({ db, clock, jobs, freeTier, sells: paddle !== null });
  handlePaymentMails({ config, db, clock, jobs, mailer, writeLetter });

  const till = paddle && {
    paddle,
    ledger: createLedger({
      ...{ db, clock, plans: paddle.plans, mails },
      warn: (fault) => log.error(fault, 'an event of Paddle cannot be read'),
    }),
    api: paddleApi ?? createPaddleApi(paddle, { warn: (failed) => log.warn(failed, 'a call to Paddle has failed') }),
  };
  const open = till && {
    prices: createPrices({
      ...{ db, clock, plans: till.paddle.plans, api: till.api },
      warn: (missing) => log.error(missing, 'Paddle does not sell at prices of PADDLE_PLANS'),
    }),
    reconciliation: createReconciliation({ db, clock, ...till, isStopping }),
  };
  handleLeaving(jobs, db, till);

  return {
    leaving: createLeaving(jobs),
    /** What the pages that sell let in. */
    openingOf: paddle ? createOpenings(paddle) : undefined,
    sweeps: [mails.sweep, ...(till && open ? [till.ledger.work, open.prices.sweep, open.reconciliation.sweep] : [])],
    /**
     * Does what the process before this one has left, and asks for the prices. The platform starts without Paddle too; the
     * sweeps try again. The log has each call that failed.
     */
    async begin(): Promise<void> {
      await Promise.allSettled([till?.ledger.work(), open?.prices.sweep()]);
    },
    /** Where Paddle tells; it asks for no session. */
    async webhook(app: FastifyInstance): Promise<void> {
      if (till) await webhookRoutes(app, { ledger: till.ledger, clock, secret: till.paddle.webhookSecret });
    },
    routes(api: FastifyInstance, { limiter, readUser }: { limiter: RateLimiter; readUser: ReadUser }): void {
      paymentsRoutes(api, { db, clock, limiter, readUser, till });
      const reconciliation = open?.reconciliation ?? null;
      paymentsAdminRoutes(api, { db, clock, reconciliation, plans: till?.paddle.plans ?? [] });
    },
  };
}
