import type { Subscribed } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import { type ReadUser, readTierReasons } from '#features/accounts/accounts.public';
import type { Clock } from '#platform/clock';
import type { PaddleConfig } from '#platform/config';
import type { Db } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import type { Limit, RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import type { Ledger } from './ledger/ledger.service.ts';
import type { PaddleApi } from './paddle/paddle-api.ts';
import { createChangeService } from './billing/subscription-changes.service.ts';
import { findOwnCustomer } from './billing/customers.read-model.ts';
import { createCustomerService } from './billing/customers.service.ts';
import { isOwnPayment, readOwnPayments } from './billing/own-payments.read-model.ts';
import { presentOwnSubscription } from './billing/own-subscription.presenter.ts';
import { findOwnSubscription } from './billing/own-subscription.read-model.ts';
import { readPrices } from './billing/prices.read-model.ts';
import { createTurns } from './billing/account-mutex.ts';

/** Of an account. Each is a request to Paddle, which counts those of all accounts together. */
const limits = {
  reads: { name: 'paddle-read', hits: 20, seconds: 60 },
  changes: { name: 'paddle-change', hits: 6, seconds: 60 },
} satisfies Record<string, Limit>;

/** What sells: there only where payments are set up. */
interface Till {
  paddle: PaddleConfig;
  api: PaddleApi;
  ledger: Ledger;
}

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  readUser: ReadUser;
  till: Till | null;
}

export function paymentsRoutes(app: FastifyInstance, { db, clock, limiter, readUser, till }: Deps): void {
  const plans = till?.paddle.plans ?? [];
  const shop = till && {
    ...till,
    customers: createCustomerService({ ...till, db, clock, readUser }),
    changes: createChangeService({ ...till, db, plans }),
    inTurn: createTurns(limiter),
  };

  /** @throws AppError not_found where nothing is sold, too_many_requests */
  async function enter(limit: Limit, userPk: number): Promise<NonNullable<typeof shop>> {
    const open = shopOf();
    await limiter.take(limit, String(userPk));
    return open;
  }
  function shopOf(): NonNullable<typeof shop> {
    if (!shop) throw new AppError('not_found', 'Nothing is sold here.');
    return shop;
  }

  async function readSubscribed(userPk: number): Promise<Subscribed> {
    const [own, customer, reasons] = await Promise.all([
      findOwnSubscription(db, userPk),
      findOwnCustomer(db, userPk),
      readTierReasons(db, userPk, clock.now()),
    ]);
    const local = till?.paddle.local;
    return {
      subscription: own ? presentOwnSubscription(own, plans) : null,
      country: customer?.country ?? null,
      reasons,
      sandbox: local ? { control: local.control } : null,
    };
  }
  const answer = async (userPk: number) => ({ ...(await readSubscribed(userPk)), user: await readUser(db, userPk) });

  registerEndpoints(app, {
    'GET /api/config/paddle_subscription': async () => readPrices(db, shopOf().paddle),

    'GET /api/account/paddle/subscription': ({ viewer }) => readSubscribed(viewer.pk),

    'POST /api/account/paddle/customer': async ({ viewer, body }) => {
      const { customers, inTurn } = await enter(limits.changes, viewer.pk);
      return inTurn(viewer.pk, () => customers.become(viewer.pk, body));
    },

    'POST /api/account/paddle/upgrade': async ({ viewer, body }) => {
      const { price_id, preview, total } = body;
      if (preview) {
        const { changes } = await enter(limits.reads, viewer.pk);
        return { preview: await changes.preview(viewer.pk, price_id), changed: null };
      }
      if (total === undefined) throw invalid({ total: 'Say what the preview said: more is never taken.' });
      const { changes, inTurn } = await enter(limits.changes, viewer.pk);
      await inTurn(viewer.pk, () => changes.upgrade(viewer.pk, price_id, total));
      return { preview: null, changed: await answer(viewer.pk) };
    },

    'POST /api/account/paddle/cancel': async ({ viewer }) => {
      const { changes, inTurn } = await enter(limits.changes, viewer.pk);
      await inTurn(viewer.pk, () => changes.cancel(viewer.pk));
      return answer(viewer.pk);
    },

    'POST /api/account/paddle/resume': async ({ viewer }) => {
      const { changes, inTurn } = await enter(limits.changes, viewer.pk);
      await inTurn(viewer.pk, () => changes.resume(viewer.pk));
      return answer(viewer.pk);
    },

    'POST /api/account/paddle/portal': async ({ viewer }) => {
      const { changes } = await enter(limits.reads, viewer.pk);
      return { url: await changes.portal(viewer.pk) };
    },

    'GET /api/account/paddle/payments': ({ viewer, query }) =>
      readOwnPayments(db, plans, viewer.pk, cursorOf(query.cursor)),

    'GET /api/account/paddle/payments/:payment/invoice': async ({ viewer, params }) => {
      const { api } = await enter(limits.reads, viewer.pk);
      if (!(await isOwnPayment(db, viewer.pk, params.payment))) throw notFound('payment');
      const { url } = await api.read((paddle) =>
        paddle.transactions.getInvoicePDF(params.payment, { disposition: 'attachment' }),
      );
      return { url };
    },
  });
}

/** A page begins after a payment. */
function cursorOf(cursor: string | undefined): string | undefined {
  if (cursor === undefined || /^txn_[a-z0-9]{1,60}$/.test(cursor)) return cursor;
  throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
}
