import { endpointQuery } from '#lib/query.ts';

/** What the account has redeemed, and one page of what it holds for a class. */
export const vouchersQuery = (cursor?: string) =>
  endpointQuery('GET /api/account/vouchers', { query: cursor ? { cursor } : {} });
