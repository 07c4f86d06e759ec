import { endpointQuery } from '#lib/query.ts';
import type { Board } from './board.ts';

/** One page of a board, from the top or behind a cursor. It is fetched again once somebody is signed in. */
export const leaderboardQuery = (board: Board) =>
  endpointQuery('GET /api/account/leaderboard', { query: { ...board } }, { viewer: true });

/** The signed-in learner's own place: a call of its own, because the page that the server rendered is for everybody. */
export const ownPlaceQuery = ({ period, continent }: Board) =>
  endpointQuery('GET /api/account/leaderboard', {
    query: { ...(period && { period }), ...(continent && { continent }), limit: 1 },
  });
