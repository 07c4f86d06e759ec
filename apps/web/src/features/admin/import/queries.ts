import { endpointQuery } from '#lib/query.ts';

/** What an import would change that was tried. */
export const trialQuery = (id: string) => endpointQuery('GET /api/admin/import/:id', { params: { id } });
