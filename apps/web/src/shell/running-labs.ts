import { endpointQuery } from '#lib/query.ts';

/** Every lab that the learner has running. Asked for with the page and after each start and stop, and never polled. */
export const runningLabsQuery = endpointQuery('GET /api/lab/instances_running', {}, { quiet: true });
