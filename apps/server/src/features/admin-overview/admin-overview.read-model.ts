import type { AdminOverview } from '@hexpedition/contract';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';

const week = 7 * 86_400_000;
/** Above this number the database's estimate is used, because counting takes time proportional to the number of users. */
const maxCountedUsers = 100_000;

/** Reads every number from an index, so the page opens quickly on large sites. */
export async function readAdminOverview(db: Db, now: Date): Promise<Pick<AdminOverview, 'attention' | 'figures'>> {
  const since = new Date(now.getTime() - week);
  const [attention, figures, jobs] = await Promise.all([
    readAttention(db, since),
    readFigures(db, since, now),
    readJobs(db),
  ]);
  return { attention: { ...attention, ...jobs }, figures };
}

type Attention = Omit<AdminOverview['attention'], 'jobs_failed' | 'jobs_retrying'>;

async function readAttention(db: Db, since: Date): Promise<Attention> {
  const { rows } = await sql<Attention>`select
    (select count(*)::int from outbox_mails) as outbox,
    (select count(*)::int from paddle_events where error is not null) as ledger_errors,
    (select count(*)::int from subscriptions where status = 'past_due') as subscriptions_past_due,
    (select count(*)::int from users where delete_at is not null) as accounts_deletion_scheduled,
    (select count(*)::int from shared_flags where at >= ${since}) as shared_flags,
    (select count(*)::int from lesson_feedback where updated_at >= ${since}) as feedback,
    (select count(*)::int from notes where hidden) as notes_hidden`.execute(db);
  return rows[0] as Attention;
}

async function readFigures(db: Db, since: Date, now: Date): Promise<AdminOverview['figures']> {
  // Rollups of the statistics: a few rows for each day since the first learner.
  const active = (span: number) => sql`(select greatest(coalesce(sum(change), 0), 0)::int from active_changes
    where active_changes.span = ${span}::smallint and active_changes.day <= utc_day(${now}))`;
  const { rows } = await sql<AdminOverview['figures']>`select
    case when estimate > ${maxCountedUsers} then estimate else (select count(*)::int from users) end as users,
    (select count(*)::int from users where created_at >= ${since}) as joined,
    (select count(*)::int from solves join flags on flags.pk = solves.flag_pk
      where solves.solved_at >= ${since} and flags.kind = 'find') as solves,
    ${active(1)} as active_today, ${active(7)} as active_week,
    (select count(*)::int from instances where status = 'running') as instances_running,
    (select count(*)::int from subscriptions where status in ('active', 'trialing')) as subscriptions
    from (select greatest(reltuples, 0)::int as estimate from pg_class where oid = 'users'::regclass) known`.execute(
    db,
  );
  return rows[0] as AdminOverview['figures'];
}

/** Reads pg-boss's tables, which keep failed jobs for three days. pg-boss creates them on the first start. */
async function readJobs(db: Db): Promise<Pick<AdminOverview['attention'], 'jobs_failed' | 'jobs_retrying'>> {
  const { rows } = await sql<{ failed: number; retrying: number }>`select
    count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state = 'retry')::int as retrying
    from pgboss.job where state in ('failed', 'retry')`.execute(db);
  return { jobs_failed: rows[0]?.failed ?? 0, jobs_retrying: rows[0]?.retrying ?? 0 };
}
