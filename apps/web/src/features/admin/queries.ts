import { endpointQuery } from '#lib/query.ts';

/** One page of the mails that were not sent, from a cursor on or from the newest. */
export const outboxQuery = (cursor?: string) =>
  endpointQuery('GET /api/admin/outbox', { query: cursor ? { cursor } : {} });
