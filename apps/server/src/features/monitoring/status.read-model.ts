import type { AdminStatus } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

/** Number of failures that the status page shows. */
const maxFailures = 10;
const maxStatementLength = 160;

export async function readDatabaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`.execute(db);
  return rows[0]?.version ?? '';
}

/** Returns the statement of the platform that has been running for the longest time, at least a second. Its text contains no values. */
export async function readSlowestStatement(db: Db): Promise<AdminStatus['database']['slowest']> {
  const { rows } = await sql<{ seconds: number; statement: string }>`
    select greatest(extract(epoch from clock_timestamp() - query_start), 0)::float8 as seconds,
      left(regexp_replace(query, '\\s+', ' ', 'g'), ${maxStatementLength}) as statement
    from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
      and query_start < clock_timestamp() - interval '1 second' and application_name like 'hexpedition%' and backend_type = 'client backend'
    order by query_start limit 1`.execute(db);
  return rows[0] ?? null;
}

interface JobRow {
  id: string;
  queue: string;
  at: Date;
  attempts: number;
  reason: string | null;
  is_retried: boolean;
}

/** Returns the newest failures: jobs that are retried, and jobs that are not. pg-boss counts a retry when it begins. */
export async function readFailedJobs(db: Db): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select id::text as id, name as queue, coalesce(completed_on, started_on, created_on) as at,
      retry_count + 1 as attempts,
      coalesce(output ->> 'reason', output ->> 'message', output -> 'value' ->> 'message') as reason,
      state = 'retry' as is_retried
    from pgboss.job where state in ('failed', 'retry') order by at desc limit ${maxFailures}`.execute(db);
  return rows;
}

/** Returns when the oldest job became due that still waits. */
export async function readOldestJob(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(start_after) as at from pgboss.job where state in ('created', 'retry') and start_after <= now()`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}
