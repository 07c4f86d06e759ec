import { endpointQuery } from '#lib/query.ts';

/** The map that everybody sees, which is what the server renders. */
export const hexmapQuery = endpointQuery('GET /api/config/hexmap:version', { params: { version: '2' } });
/** The one that accounts with beta access see in its place. */
export const betaHexmapQuery = endpointQuery('GET /api/config/hexmap:version', { params: { version: 'beta' } });
export const trainingsQuery = endpointQuery('GET /api/trainings');
export const labsQuery = endpointQuery('GET /api/lab/');
export const trainingQuery = (slug: string) => endpointQuery('GET /api/training/:slug', { params: { slug } });
export const labQuery = (slug: string) => endpointQuery('GET /api/lab/:slug', { params: { slug } });

export const progressQuery = endpointQuery('GET /api/progress');
export const solvedLabsQuery = endpointQuery('GET /api/lab/flags_solved');
export const trainingFlagsQuery = (training: string) =>
  endpointQuery('GET /api/progress/:training/flags', { params: { training } });
