import { CursorQuery } from '../account.ts';
import * as vouchers from '../vouchers.ts';
import type { EndpointTable } from './endpoint.ts';

export const voucherEndpoints = {
  'POST /api/account/voucher/redeem': {
    access: 'user',
    tag: 'Vouchers',
    summary: 'Preview what a voucher would grant, without redeeming it',
    answer: 'The tier and the period, and whether they exceed the access of the account',
    body: vouchers.VoucherSecretBody,
    response: vouchers.VoucherOffer,
    errors: ['voucher_invalid', 'voucher_used', 'voucher_expired', 'too_many_requests'],
  },
  'PUT /api/account/voucher/redeem': {
    access: 'user',
    tag: 'Vouchers',
    summary: 'Redeem a voucher; a repeated call takes no second seat',
    answer: 'The redeemed voucher, the subscription that it gives, and the user',
    body: vouchers.VoucherSecretBody,
    response: vouchers.VoucherAnswer,
    errors: ['voucher_invalid', 'voucher_used', 'voucher_expired', 'too_many_requests'],
  },
  'GET /api/account/vouchers': {
    access: 'user',
    tag: 'Vouchers',
    summary: 'Vouchers that you have redeemed, and those that you hold for a class, with their seats',
    query: CursorQuery,
    response: vouchers.OwnVouchers,
  },
  'POST /api/account/voucher/release': {
    access: 'user',
    tag: 'Vouchers',
    summary: 'Release a seat of a voucher that you hold',
    answer: 'The voucher without the released seat',
    body: vouchers.ReleaseSeatBody,
    response: vouchers.HeldVoucherAnswer,
    errors: ['not_found'],
  },
  'GET /api/admin/vouchers': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Batches of vouchers, newest first',
    query: CursorQuery,
    response: vouchers.VoucherBatches,
  },
  'POST /api/admin/vouchers': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Create a batch of vouchers',
    answer: 'The batch, and the secret of each voucher, shown only once',
    body: vouchers.NewBatchBody,
    response: vouchers.NewBatch,
  },
  'GET /api/admin/vouchers/:batch': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The vouchers of a batch, and the accounts that have redeemed them',
    params: vouchers.BatchParams,
    query: CursorQuery,
    response: vouchers.BatchVouchers,
    errors: ['not_found'],
  },
  'POST /api/admin/vouchers/:batch/disable': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Disable or enable a voucher or a whole batch; taken seats are kept',
    answer: 'The batch after the change',
    params: vouchers.BatchParams,
    body: vouchers.DisableVouchersBody,
    response: vouchers.BatchAnswer,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
