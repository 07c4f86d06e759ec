import { endpointQuery } from '#lib/query.ts';

/** All running labs of the learner. Loaded with the page and after each start and stop; never polled. */
export const runningLabsQuery = endpointQuery('GET /api/lab/instances_running', {}, { quiet: true });
