import { CursorQuery } from '../account.ts';
import * as vouchers from '../vouchers.ts';
import type { EndpointTable } from './endpoint.ts';

export const voucherEndpoints = {
  'POST /api/account/voucher/redeem': {
    access: 'user',
    tag: 'Vouchers',
    summary: 'See what a voucher would give; uses nothing',
    answer: 'Its tier, from when until when, and whether that is more than the account has already',
    body: vouchers.VoucherSecretBody,
    response: vouchers.VoucherOffer,
    errors: ['voucher_invalid', 'voucher_used', 'voucher_expired', 'too_many_requests'],
  },
  'PUT /api/account/voucher/redeem': {
    access: 'user',
    tag: 'Vouchers',
    summary: 'Redeem a voucher; again by the same account, it takes nothing twice',
    answer: 'What the voucher has given, and the user with it',
    body: vouchers.VoucherSecretBody,
    response: vouchers.VoucherAnswer,
    errors: ['voucher_invalid', 'voucher_used', 'voucher_expired', 'too_many_requests'],
  },
  'GET /api/account/vouchers': {
    access: 'user',
    tag: 'Vouchers',
    summary: 'Vouchers that you have redeemed, and those that you hold for a class with their seats',
    query: CursorQuery,
    response: vouchers.OwnVouchers,
  },
  'POST /api/account/voucher/release': {
    access: 'user',
    tag: 'Vouchers',
    summary: 'Take back a seat of a voucher that you hold',
    answer: 'The voucher, without the seat: it is free again',
    body: vouchers.ReleaseSeatBody,
    response: vouchers.HeldVoucherAnswer,
    errors: ['not_found'],
  },
  'GET /api/admin/vouchers': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Batches of vouchers, the newest first',
    query: CursorQuery,
    response: vouchers.VoucherBatches,
  },
  'POST /api/admin/vouchers': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Make a batch of vouchers',
    answer: 'The batch, and the secret of each voucher, which is shown this once',
    body: vouchers.NewBatchBody,
    response: vouchers.NewBatch,
  },
  'GET /api/admin/vouchers/:batch': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The vouchers of a batch, and who has redeemed them',
    params: vouchers.byBatch,
    query: CursorQuery,
    response: vouchers.BatchVouchers,
    errors: ['not_found'],
  },
  'POST /api/admin/vouchers/:batch/disable': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Disable a voucher, or a whole batch, or take that back; seats that are taken stay',
    answer: 'The batch as it is now',
    params: vouchers.byBatch,
    body: vouchers.DisableVouchersBody,
    response: vouchers.BatchAnswer,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
