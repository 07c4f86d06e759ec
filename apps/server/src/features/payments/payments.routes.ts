import type { SubscriptionOverview } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import { type ReadUser, readTierReasons } from '#features/accounts/accounts.public';
import { isSwitchedOn } from '#features/feature-switches/feature-switches.public';
import type { Clock } from '#platform/clock';
import type { PaddleConfig } from '#platform/config';
import type { Db } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import type { Limit, RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { createAccountMutex } from './billing/account-mutex.ts';
import { findOwnCustomer } from './billing/customers.read-model.ts';
import { createCustomerService } from './billing/customers.service.ts';
import { isOwnPayment, readOwnPayments } from './billing/own-payments.read-model.ts';
import { presentOwnSubscription } from './billing/own-subscription.presenter.ts';
import { findOwnSubscription } from './billing/own-subscription.read-model.ts';
import { readPrices } from './billing/prices.read-model.ts';
import { createChangeService } from './billing/subscription-changes.service.ts';
import type { Ledger } from './ledger/ledger.service.ts';
import type { PaddleApi } from './paddle/paddle-api.ts';

/** Limits per account. Each hit is a call to Paddle, whose own rate limit is shared by all accounts. */
const limits = {
  reads: { name: 'paddle-read', hits: 20, seconds: 60 },
  changes: { name: 'paddle-change', hits: 6, seconds: 60 },
} satisfies Record<string, Limit>;

/** Configuration, client and ledger of Paddle. Exists only if payments are configured. */
interface PaymentGateway {
  paddle: PaddleConfig;
  api: PaddleApi;
  ledger: Ledger;
}

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  readUser: ReadUser;
  gateway: PaymentGateway | null;
}

export function paymentsRoutes(app: FastifyInstance, { db, clock, limiter, readUser, gateway }: Deps): void {
  const plans = gateway?.paddle.plans ?? [];
  const services = gateway && {
    ...gateway,
    customers: createCustomerService({ ...gateway, db, clock, readUser }),
    changes: createChangeService({ ...gateway, db, clock, plans }),
    withAccountLock: createAccountMutex(limiter),
  };

  /**
   * Counts one call to Paddle for the account.
   * @throws AppError not_found if payments are switched off, too_many_requests
   */
  async function requireWithinLimit(limit: Limit, userPk: number): Promise<NonNullable<typeof services>> {
    const available = requirePaymentGateway();
    await limiter.take(limit, String(userPk));
    return available;
  }
  function requirePaymentGateway(): NonNullable<typeof services> {
    if (!services) throw new AppError('not_found', 'This site does not sell subscriptions.');
    return services;
  }

  /**
   * Checks that superusers have left payments on. Without them, learners buy nothing, but can still cancel.
   * @throws AppError not_found
   */
  async function requireSelling(): Promise<void> {
    if (!(await isSwitchedOn(db, 'paddle'))) throw new AppError('not_found', 'This site sells nothing at the moment.');
  }

  async function readSubscribed(userPk: number): Promise<SubscriptionOverview> {
    const [own, customer, reasons] = await Promise.all([
      findOwnSubscription(db, userPk),
      findOwnCustomer(db, userPk),
      readTierReasons(db, userPk, clock.now()),
    ]);
    const local = gateway?.paddle.local;
    return {
      subscription: own ? presentOwnSubscription(own, plans, clock.now()) : null,
      country: customer?.country ?? null,
      reasons,
      sandbox: local ? { control: local.control } : null,
    };
  }
  const readAnswer = async (userPk: number) => ({
    ...(await readSubscribed(userPk)),
    user: await readUser(db, userPk),
  });

  registerEndpoints(app, {
    'GET /api/config/paddle_subscription': async () => {
      const { paddle } = requirePaymentGateway();
      await requireSelling();
      return readPrices(db, paddle);
    },

    'GET /api/account/paddle/subscription': ({ viewer }) => readSubscribed(viewer.pk),

    'POST /api/account/paddle/customer': async ({ viewer, body }) => {
      await requireSelling();
      const { customers, withAccountLock } = await requireWithinLimit(limits.changes, viewer.pk);
      return withAccountLock(viewer.pk, () => customers.ensureCustomer(viewer.pk, body));
    },

    'POST /api/account/paddle/upgrade': async ({ viewer, body }) => {
      await requireSelling();
      const { price_id, preview, total } = body;
      if (preview) {
        const { changes } = await requireWithinLimit(limits.reads, viewer.pk);
        return { preview: await changes.preview(viewer.pk, price_id), changed: null };
      }
      if (total === undefined)
        throw invalid({ total: 'Send the total of the preview: you are never charged more than that.' });
      const { changes, withAccountLock } = await requireWithinLimit(limits.changes, viewer.pk);
      await withAccountLock(viewer.pk, () => changes.upgrade(viewer.pk, price_id, total));
      return { preview: null, changed: await readAnswer(viewer.pk) };
    },

    'POST /api/account/paddle/cancel': async ({ viewer }) => {
      const { changes, withAccountLock } = await requireWithinLimit(limits.changes, viewer.pk);
      await withAccountLock(viewer.pk, () => changes.cancel(viewer.pk));
      return readAnswer(viewer.pk);
    },

    'POST /api/account/paddle/resume': async ({ viewer }) => {
      await requireSelling();
      const { changes, withAccountLock } = await requireWithinLimit(limits.changes, viewer.pk);
      await withAccountLock(viewer.pk, () => changes.resume(viewer.pk));
      return readAnswer(viewer.pk);
    },

    'POST /api/account/paddle/portal': async ({ viewer }) => {
      const { changes } = await requireWithinLimit(limits.reads, viewer.pk);
      return { url: await changes.portal(viewer.pk) };
    },

    'GET /api/account/paddle/payments': ({ viewer, query }) =>
      readOwnPayments(db, plans, viewer.pk, cursorOf(query.cursor)),

    'GET /api/account/paddle/payments/:payment/invoice': async ({ viewer, params }) => {
      const { api } = await requireWithinLimit(limits.reads, viewer.pk);
      if (!(await isOwnPayment(db, viewer.pk, params.payment))) throw notFound('payment');
      const { url } = await api.read((paddle) =>
        paddle.transactions.getInvoicePDF(params.payment, { disposition: 'attachment' }),
      );
      return { url };
    },
  });
}

/** Returns the cursor if it is the id of a payment: a page starts after that payment. */
function cursorOf(cursor: string | undefined): string | undefined {
  if (cursor === undefined || /^txn_[a-z0-9]{1,60}$/.test(cursor)) return cursor;
  throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
}
