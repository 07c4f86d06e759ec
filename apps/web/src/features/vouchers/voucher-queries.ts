import { endpointQuery } from '#lib/query.ts';

/** Vouchers that the account has redeemed, and one page of those that it holds for a class. */
export const vouchersQuery = (cursor?: string) =>
  endpointQuery('GET /api/account/vouchers', { query: cursor ? { cursor } : {} });
