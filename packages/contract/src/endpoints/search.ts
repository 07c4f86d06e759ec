import * as search from '../search.ts';
import type { EndpointTable } from './endpoint.ts';

export const searchEndpoints = {
  'GET /api/search': {
    access: 'public',
    tag: 'Search',
    summary: 'Trainings, lessons and labs by their words; forgives slips',
    query: search.SearchQuery,
    response: search.SearchAnswer,
    bounded: 'At most `limit` results.',
    errors: ['too_many_requests'],
  },
} as const satisfies EndpointTable;
