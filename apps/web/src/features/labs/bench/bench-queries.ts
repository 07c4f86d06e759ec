import { endpointQuery } from '#lib/query.ts';

export const homeFilesQuery = (slug: string) => endpointQuery('GET /api/lab/:slug/files', { params: { slug } });
export const repairQuery = (slug: string) => endpointQuery('GET /api/lab/:slug/repair', { params: { slug } });
