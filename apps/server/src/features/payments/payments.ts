import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ReadUser } from '#features/accounts/accounts.public';
import type { SiteSettingsService } from '#features/feature-switches/feature-switches.public';
import type { ComposeMail } from '#features/mail-templates/mail-templates.public';
import type { Clock } from '#platform/clock';
import type { Config, PaddleConfig } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Jobs } from '#platform/jobs';
import type { Mailer } from '#platform/mail';
import { createSubscriptionCancellation, handleCancellationJobs } from './account-deletion/cancel-subscriptions.ts';
import { createPriceSync } from './billing/prices.service.ts';
import { createLedger } from './ledger/ledger.service.ts';
import { webhookRoutes } from './ledger/webhook.routes.ts';
import { handlePaymentMails } from './mails/payment-mail-worker.ts';
import { createPaymentMails } from './mails/payment-mails.ts';
import { createPaddleApi, type PaddleApi } from './paddle/paddle-api.ts';
import { paddleOrigins } from './paddle/paddle-origins.public.ts';
import { paymentsRoutes } from './payments.routes.ts';
import { paymentsAdminRoutes } from './reconciliation/payments-admin.routes.ts';
import { createReconciliation } from './reconciliation/reconcile.service.ts';

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  jobs: Jobs;
  mailer: Mailer;
  composeMail: ComposeMail;
  site: SiteSettingsService;
  log: FastifyBaseLogger;
  isStopping: () => boolean;
  /** Created from the configuration if undefined. */
  paddleApi: PaddleApi | undefined;
}

/**
 * Creates the payments feature. If payments are switched off, earlier subscriptions and payments are still shown, and
 * mails about the end of access are still sent.
 */
export function createPayments(deps: Deps) {
  const { config, db, clock, jobs, mailer, composeMail, site, log, isStopping, paddleApi } = deps;
  const { paddle } = config;
  const readFreeTier = async () => (await site.read()).freeTier;
  const mails = createPaymentMails({ db, clock, jobs, readFreeTier, paymentsEnabled: paddle !== null });
  handlePaymentMails({ config, db, clock, jobs, mailer, composeMail, readFreeTier });

  const gateway = paddle && {
    paddle,
    ledger: createLedger({
      ...{ db, clock, plans: paddle.plans, mails },
      warn: (fault) => log.error(fault, 'Paddle event is invalid'),
    }),
    api: paddleApi ?? createPaddleApi(paddle, { warn: (failed) => log.warn(failed, 'call to Paddle failed') }),
  };
  const services = gateway && {
    prices: createPriceSync({
      ...{ db, clock, plans: gateway.paddle.plans, api: gateway.api },
      warn: (missing) => log.error(missing, 'PADDLE_PLANS names prices that Paddle does not sell'),
    }),
    reconciliation: createReconciliation({ db, clock, ...gateway, isStopping }),
  };
  handleCancellationJobs(jobs, db, gateway);

  return {
    deletionHooks: createSubscriptionCancellation(jobs),
    /** Returns the additional CSP sources of a page with a checkout. */
    cspSourcesOf: paddle ? createCspSources(paddle) : undefined,
    sweeps: [
      mails.sweep,
      ...(gateway && services
        ? [gateway.ledger.applyPending, services.prices.sweep, services.reconciliation.sweep]
        : []),
    ],
    /**
     * Applies the events that the previous process left unapplied, and fetches the prices. Never rejects: the platform
     * also starts while Paddle is down. The sweeps try again, and the log has each failed call.
     */
    async start(): Promise<void> {
      await Promise.allSettled([gateway?.ledger.applyPending(), services?.prices.sweep()]);
    },
    /** Registers the webhook, which needs no session. */
    async webhook(app: FastifyInstance): Promise<void> {
      if (gateway) await webhookRoutes(app, { ledger: gateway.ledger, clock, secret: gateway.paddle.webhookSecret });
    },
    routes(api: FastifyInstance, { limiter, readUser }: { limiter: RateLimiter; readUser: ReadUser }): void {
      paymentsRoutes(api, { db, clock, limiter, readUser, gateway });
      const reconciliation = services?.reconciliation ?? null;
      paymentsAdminRoutes(api, { db, clock, reconciliation, plans: gateway?.paddle.plans ?? [] });
    },
  };
}

/**
 * Additional CSP sources for the subscription pages, so that Paddle's checkout can open there. A policy belongs to a
 * document, so `lib/csp-zones.ts` of the web app makes the browser load these pages as new documents.
 */
function createCspSources(config: PaddleConfig) {
  const { checkout, services, script } = paddleOrigins(config);
  const checkoutSources = {
    sources: {
      'script-src': script,
      'style-src': script,
      // Paddle positions the checkout frame with a style attribute. These pages show no text of other users.
      'style-src-attr': "'unsafe-inline'",
      'connect-src': services,
      'frame-src': checkout,
      'img-src': services,
    },
    paymentFrame: checkout,
  };
  return (path: string) => (/^\/subscription(?:\/|$)/.test(path) ? checkoutSources : undefined);
}
