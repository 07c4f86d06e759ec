import { endpointQuery } from '#lib/query.ts';
import type { Board } from './board.ts';

/** One page of a board, from a cursor on or the top. Fetched again for those who are signed in: they look for themselves. */
export const leaderboardQuery = (board: Board) =>
  endpointQuery('GET /api/account/leaderboard', { query: { ...board } }, { viewer: true });

/** The signed-in learner's own place. A call of its own, for the page that the server rendered knows of nobody. */
export const ownPlaceQuery = ({ period, continent }: Board) =>
  endpointQuery('GET /api/account/leaderboard', {
    query: { ...(period && { period }), ...(continent && { continent }), limit: 1 },
  });
