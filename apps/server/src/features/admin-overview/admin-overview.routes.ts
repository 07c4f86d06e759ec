import type { AdminOverview } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { DatabaseStatus } from '#platform/db/database-status';
import type { Db } from '#platform/db/db';
import { registerEndpoints } from '#platform/http/routes';
import { version } from '#platform/version';
import { readAdminOverview } from './admin-overview.read-model.ts';

interface Deps {
  db: Db;
  clock: Clock;
  databaseStatus: DatabaseStatus;
}

export function adminOverviewRoutes(app: FastifyInstance, { db, clock, databaseStatus }: Deps): void {
  registerEndpoints(app, {
    'GET /api/admin/overview': async () => ({
      ...(await readAdminOverview(db, clock.now())),
      database: presentOutages(databaseStatus),
      version,
    }),
  });
}

function presentOutages({ history: { outages, last } }: DatabaseStatus): AdminOverview['database'] {
  return {
    outages,
    last: last && {
      started_at: last.startedAt.toISOString(),
      ended_at: last.endedAt?.toISOString() ?? null,
      reason: last.reason,
    },
  };
}
