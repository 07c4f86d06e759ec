import { endpointQuery } from '#lib/query.ts';

export const labsQuery = endpointQuery('GET /api/lab/');
export const labQuery = (slug: string) => endpointQuery('GET /api/lab/:slug', { params: { slug } });
export const labFlagsQuery = (slug: string) => endpointQuery('GET /api/lab/flags/:slug', { params: { slug } });

export const solvedLabsQuery = endpointQuery('GET /api/lab/flags_solved');
export const instanceQuery = (slug: string) =>
  endpointQuery('GET /api/lab/:slug/instance', { params: { slug } }, { quiet: true });
export const hintsQuery = (slug: string) => endpointQuery('GET /api/lab/:slug/hints', { params: { slug } });
