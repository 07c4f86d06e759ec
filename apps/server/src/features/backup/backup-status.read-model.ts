import { sql } from 'kysely';
import type { BackupSchedule } from '#platform/config';
import type { Db } from '#platform/db/db';
import { slotOf } from './backup-runs.store.ts';

export interface BackupStatus {
  /** End of the newest successful backup. */
  lastGoodAt: Date | null;
  /** True if it is older than two intervals of the schedule, or if there is none and a backup has failed. */
  isLate: boolean;
  /** Why the newest backup failed; null if it succeeded. */
  problem: string | null;
}

export async function readBackupStatus(db: Db, at: BackupSchedule['at']): Promise<BackupStatus> {
  const hours = at === 'hourly' ? 1 : 24;
  const { rows } = await sql<BackupStatus>`
    with good as (select max(ended_at) as at from backup_runs where ok),
      newest as (select ok, message from backup_runs where ended_at is not null order by ended_at desc limit 1)
    select good.at as "lastGoodAt",
      coalesce(good.at < now() - make_interval(hours => ${2 * hours}::int), newest.ok is not null) as "isLate",
      case when not newest.ok then newest.message end as problem
    from good left join newest on true`.execute(db);
  return rows[0] as BackupStatus;
}

export interface BackupReport extends BackupStatus {
  /** Bytes of the newest good archive. */
  lastGoodBytes: number | null;
  /** Begin of the next interval of the schedule. */
  nextAt: Date;
}

/** Returns the status with the facts that the status page shows. */
export async function readBackupReport(db: Db, at: BackupSchedule['at']): Promise<BackupReport> {
  const status = await readBackupStatus(db, at);
  const { rows } = await sql<Pick<BackupReport, 'lastGoodBytes' | 'nextAt'>>`
    select ${slotOf(at)} + make_interval(hours => ${at === 'hourly' ? 1 : 24}::int) as "nextAt",
      (select bytes::float8 from backup_runs where ok order by ended_at desc limit 1) as "lastGoodBytes"`.execute(db);
  return { ...status, ...(rows[0] as Pick<BackupReport, 'lastGoodBytes' | 'nextAt'>) };
}
