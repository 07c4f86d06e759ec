import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';
import { readLeaderboard } from './leaderboard.read-model.ts';
import { isContinent } from './standings.read-model.ts';

export function leaderboardRoutes(app: FastifyInstance, { db, clock }: { db: Db; clock: Clock }): void {
  registerEndpoints(app, {
    'GET /api/account/leaderboard': async ({ query, viewer }) => {
      const { period, continent, cursor, limit } = query;
      if (continent !== undefined && !(await isContinent(db, continent))) throw notFound('continent');
      return readLeaderboard(db, { period, continent, cursor, limit, viewerPk: viewer?.pk, now: clock.now() });
    },
  });
}
