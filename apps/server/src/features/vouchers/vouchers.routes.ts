import { tierNames } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import type { ReadUser } from '#features/accounts/accounts.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { invalid } from '#platform/errors';
import { networkOf } from '#platform/http/network';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import { readBatches } from './batches.read-model.ts';
import { createBatchService } from './batches.service.ts';
import { createVoucherService } from './vouchers.service.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  readUser: ReadUser;
}

export function vouchersRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, readUser } = deps;
  const vouchers = createVoucherService(deps);
  const batches = createBatchService(deps);

  registerEndpoints(app, {
    'POST /api/account/voucher/redeem': ({ viewer, body, request }) =>
      vouchers.preview({ viewer, network: networkOf(request.ip) }, body.secret),

    'PUT /api/account/voucher/redeem': async ({ viewer, body, request }) => {
      const voucher = await vouchers.redeem({ viewer, network: networkOf(request.ip) }, body.secret);
      const { tier } = voucher;
      return {
        voucher,
        subscription: { source: 'voucher', subscription: { name: tierNames[tier], tier, local_price: null } },
        user: await readUser(db, viewer.pk),
      };
    },

    'GET /api/account/vouchers': ({ viewer, query }) => vouchers.listOwn(viewer.pk, pkOf(query.cursor)),

    'POST /api/account/voucher/release': async ({ viewer, body }) => ({
      voucher: await vouchers.release(viewer.pk, body.seat),
    }),

    'GET /api/admin/vouchers': ({ query }) => readBatches(db, pkOf(query.cursor)),

    'POST /api/admin/vouchers': ({ viewer, body }) => batches.make(viewer.pk, body),

    'GET /api/admin/vouchers/:batch': ({ params, query }) => batches.read(params.batch, pkOf(query.cursor) ?? 0),

    'POST /api/admin/vouchers/:batch/disable': async ({ viewer, params, body }) => ({
      batch: await batches.disable(viewer.pk, params.batch, body.number, body.disabled),
    }),
  });
}

const biggestPk = 2_147_483_647;

/** Parses a cursor; null for the first page. */
function pkOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const pk = /^[1-9]\d{0,9}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!(pk <= biggestPk)) throw invalid({ cursor: 'This cursor is not valid. Start again from the first page.' });
  return pk;
}
