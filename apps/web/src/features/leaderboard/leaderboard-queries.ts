import { endpointQuery } from '#lib/query.ts';
import type { LeaderboardSearch } from './leaderboard-search.ts';

/** One page of the leaderboard, from the top or after a cursor. It is fetched again when a user signs in. */
export const leaderboardQuery = (search: LeaderboardSearch) =>
  endpointQuery('GET /api/account/leaderboard', { query: { ...search } }, { viewer: true });

/** The user's own rank. A separate request, because the server-rendered page is the same for everyone. */
export const ownRankQuery = ({ period, continent }: LeaderboardSearch) =>
  endpointQuery('GET /api/account/leaderboard', {
    query: { ...(period && { period }), ...(continent && { continent }), limit: 1 },
  });
