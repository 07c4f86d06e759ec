import { endpointQuery } from '#lib/query.ts';

/** One page of the account's payments, newest first. */
export const paymentsQuery = (cursor?: string) =>
  endpointQuery('GET /api/account/paddle/payments', { query: cursor ? { cursor } : {} });
