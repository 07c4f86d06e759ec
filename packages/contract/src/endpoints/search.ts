import * as search from '../search.ts';
import type { EndpointTable } from './endpoint.ts';

export const searchEndpoints = {
  'GET /api/search': {
    access: 'public',
    tag: 'Search',
    summary: 'Trainings, lessons and labs that match a query; tolerates typos',
    query: search.SearchQuery,
    response: search.SearchAnswer,
    bounded: 'At most `limit` results.',
    errors: ['too_many_requests'],
  },
} as const satisfies EndpointTable;
