import { endpointQuery } from '#lib/query.ts';

export const avatarsQuery = endpointQuery('GET /api/avatars');
