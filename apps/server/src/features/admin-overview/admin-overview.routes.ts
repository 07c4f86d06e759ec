import type { AdminOverview } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import { listDemoAccounts } from '#features/accounts/accounts.public';
import { readBackupStatus } from '#features/backup/backup.public';
import type { Clock } from '#platform/clock';
import type { BackupSchedule } from '#platform/config';
import type { DatabaseStatus } from '#platform/db/database-status';
import type { Db } from '#platform/db/db';
import { registerEndpoints } from '#platform/http/routes';
import { version } from '#platform/version';
import { readAdminOverview } from './admin-overview.read-model.ts';

interface Deps {
  config: { backup: BackupSchedule | null; isLocal: boolean };
  db: Db;
  clock: Clock;
  databaseStatus: DatabaseStatus;
  /** Deletes the demo accounts. @returns their number */
  deleteDemoAccounts: (actor: number) => Promise<number>;
}

export function adminOverviewRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, db, clock, databaseStatus, deleteDemoAccounts } = deps;
  registerEndpoints(app, {
    'GET /api/admin/overview': async () => ({
      ...(await readAdminOverview(db, clock.now())),
      database: presentOutages(databaseStatus),
      backups: config.backup && (await presentBackups(db, config.backup)),
      demo_accounts: await presentDemoAccounts(db, config.isLocal),
      version,
    }),

    'POST /api/admin/demo_accounts/delete': async ({ viewer }) => ({ deleted: await deleteDemoAccounts(viewer.pk) }),
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

async function presentDemoAccounts(db: Db, isLocal: boolean): Promise<AdminOverview['demo_accounts']> {
  const { length: count } = await listDemoAccounts(db);
  return count === 0 ? null : { count, is_local: isLocal };
}

async function presentBackups(db: Db, { at }: BackupSchedule): Promise<AdminOverview['backups']> {
  const { lastGoodAt, isLate, problem } = await readBackupStatus(db, at);
  return { last_good_at: lastGoodAt?.toISOString() ?? null, is_late: isLate, problem };
}
