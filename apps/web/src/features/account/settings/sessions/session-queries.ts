import { endpointQuery } from '#lib/query.ts';

export const sessionsQuery = endpointQuery('GET /api/account/sessions');
export const addressQuery = endpointQuery('GET /api/account/ip');
