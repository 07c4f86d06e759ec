import { endpointQuery } from '#lib/query.ts';

/** Text for the company's employees; a 404 for all other accounts. */
export const companyPageQuery = endpointQuery('GET /api/config/company');
export const progressQuery = endpointQuery('GET /api/progress');
