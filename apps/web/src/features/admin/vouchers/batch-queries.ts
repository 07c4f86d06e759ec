import { endpointQuery } from '#lib/query.ts';

const page = (cursor: string | undefined) => ({ query: cursor ? { cursor } : {} });

export const batchesQuery = (cursor?: string) => endpointQuery('GET /api/admin/vouchers', page(cursor));

export const batchQuery = (batch: number, cursor?: string) =>
  endpointQuery('GET /api/admin/vouchers/:batch', { params: { batch }, ...page(cursor) });
