import { sql } from 'kysely';
import type { BackupSchedule } from '#platform/config';
import type { Db } from '#platform/db/db';

/** A node that has not reported for this time has died. */
const abandonedAfter = sql`interval '2 minutes'`;
/** Pause before a failed backup of the schedule is tried again. */
const retryAfter = sql`interval '15 minutes'`;
const retention = sql`interval '1 year'`;

/** Start of the present interval of the schedule, by the database's clock. */
export const slotOf = (at: BackupSchedule['at']) =>
  at === 'hourly'
    ? sql`date_trunc('hour', now(), 'UTC')`
    : sql`date_trunc('day', now() - make_interval(hours => ${at}::int), 'UTC') + make_interval(hours => ${at}::int)`;

/**
 * Claims the backup that is due, if no other node makes it or has made it.
 * @returns the run; undefined if none is due
 */
export async function claimDueBackup(db: Db, at: BackupSchedule['at'], target: string): Promise<string | undefined> {
  const { rows } = await sql<{ pk: string }>`
    insert into backup_runs as run (slot, target) values (${slotOf(at)}, ${target})
    on conflict (slot) do update
      set started_at = now(), seen_at = now(), ended_at = null, ok = null, message = '', target = excluded.target
      where (run.ended_at is null and run.seen_at < now() - ${abandonedAfter})
        or (not run.ok and run.ended_at < now() - ${retryAfter})
    returning pk::text`.execute(db);
  return rows[0]?.pk;
}

/** Records a backup that the command starts. */
export async function startCommandBackup(db: Db, target: string): Promise<string> {
  const { pk } = await db.insertInto('backup_runs').values({ target }).returning('pk').executeTakeFirstOrThrow();
  return pk;
}

/** Reports that the backup is still being made. */
export async function renewBackup(db: Db, pk: string): Promise<void> {
  await db.updateTable('backup_runs').set({ seen_at: sql`now()` }).where('pk', '=', pk).execute();
}

/** Lets another node make the backup at once. */
export async function releaseBackup(db: Db, pk: string): Promise<void> {
  await db.updateTable('backup_runs').set({ seen_at: sql`'-infinity'` }).where('pk', '=', pk).execute();
}

export async function finishBackup(
  db: Db,
  pk: string,
  { ok, bytes, message }: { ok: boolean; bytes: number | null; message: string },
): Promise<void> {
  await db
    .updateTable('backup_runs')
    .set({ ended_at: sql`now()`, seen_at: sql`now()`, ok, bytes: bytes === null ? null : String(bytes), message })
    .where('pk', '=', pk)
    .execute();
  await sql`delete from backup_runs where started_at < now() - ${retention}`.execute(db);
}
