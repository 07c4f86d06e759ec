import { endpointQuery } from '#lib/query.ts';

export const privacyFactsQuery = endpointQuery('GET /api/config/privacy');
