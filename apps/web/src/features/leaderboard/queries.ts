import { endpointQuery } from '#lib/query.ts';

/** One page from a cursor on, or the top. It carries the asking learner's own place. */
export const leaderboardQuery = (cursor?: string) =>
  endpointQuery('GET /api/account/leaderboard', { query: cursor ? { cursor } : {} }, { viewer: true });
