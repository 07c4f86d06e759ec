import { endpointQuery } from '#lib/query.ts';

/** The map that everybody sees, which is what the server renders. */
export const hexmapQuery = endpointQuery('GET /api/config/hexmap:version', { params: { version: '2' } });
/** The one that accounts with beta access see in its place. */
export const betaHexmapQuery = endpointQuery('GET /api/config/hexmap:version', { params: { version: 'beta' } });
export const progressQuery = endpointQuery('GET /api/progress');
