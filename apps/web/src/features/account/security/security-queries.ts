import { endpointQuery } from '#lib/query.ts';

export const securityQuery = endpointQuery('GET /api/account/security');
