import { endpointQuery } from '#lib/query.ts';

/** The version of the map that everybody sees; accounts with beta access will see another. */
const version = '2';

export const hexmapQuery = endpointQuery('GET /api/config/hexmap:version', { params: { version } });
export const trainingsQuery = endpointQuery('GET /api/trainings');
export const labsQuery = endpointQuery('GET /api/lab/');
export const trainingQuery = (slug: string) => endpointQuery('GET /api/training/:slug', { params: { slug } });
export const labQuery = (slug: string) => endpointQuery('GET /api/lab/:slug', { params: { slug } });

export const progressQuery = endpointQuery('GET /api/progress');
export const solvedLabsQuery = endpointQuery('GET /api/lab/flags_solved');
export const trainingFlagsQuery = (training: string) =>
  endpointQuery('GET /api/progress/:training/flags', { params: { training } });
