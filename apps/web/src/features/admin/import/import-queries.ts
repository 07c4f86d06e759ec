import { endpointQuery } from '#lib/query.ts';

/** Preview of the changes of an import. */
export const importPreviewQuery = (id: string) => endpointQuery('GET /api/admin/import/:id', { params: { id } });
