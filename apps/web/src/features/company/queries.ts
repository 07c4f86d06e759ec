import { endpointQuery } from '#lib/query.ts';

/** What the company says to its own people; a 404 for everybody else. */
export const companyPageQuery = endpointQuery('GET /api/config/company');
export const progressQuery = endpointQuery('GET /api/progress');
