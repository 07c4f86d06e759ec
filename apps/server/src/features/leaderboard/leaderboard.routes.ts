import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/db/db';
import { registerEndpoints } from '#platform/http/routes';
import { readLeaderboard } from './leaderboard.read-model.ts';

export function leaderboardRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  registerEndpoints(app, {
    'GET /api/account/leaderboard': ({ query, viewer }) =>
      readLeaderboard(db, { cursor: query.cursor, limit: query.limit, viewerPk: viewer?.pk }),
  });
}
