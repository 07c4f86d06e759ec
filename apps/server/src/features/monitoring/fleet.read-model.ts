import { sql } from 'kysely';
import { readNodes } from '#features/nodes/nodes.public';
import type { Db } from '#platform/db/db';

/** Facts that are the same on every node. */
export interface FleetFacts {
  database: { bytes: number; connections: number; maxConnections: number };
  jobs: { queue: string; state: string; count: number }[];
  /** Mails that wait for a mail server or for their turn. */
  mailsQueued: { kind: 'automatic' | 'announcement'; count: number }[];
  nodes: { state: 'serving' | 'draining'; count: number }[];
  /** Seconds since the epoch at which the newest good backup ended; null without one. */
  lastBackup: number | null;
}

/** Queues of jobs that each send one mail. */
const mailQueues = ['account-mail', 'payment-mail'];

export async function readFleetFacts(db: Db): Promise<FleetFacts> {
  const [sizes, jobs, mails, nodes, backup] = await Promise.all([
    readDatabaseSizes(db),
    readJobCounts(db),
    readQueuedAnnouncementMails(db),
    readNodeCounts(db),
    readLastBackup(db),
  ]);
  const isWaiting = ({ queue, state }: FleetFacts['jobs'][number]) =>
    mailQueues.includes(queue) && ['created', 'retry', 'active'].includes(state);
  const automatic = jobs.filter(isWaiting).reduce((sum, { count }) => sum + count, 0);
  return {
    database: sizes,
    jobs,
    mailsQueued: [
      { kind: 'automatic', count: automatic },
      { kind: 'announcement', count: mails },
    ],
    nodes,
    lastBackup: backup,
  };
}

async function readDatabaseSizes(db: Db): Promise<FleetFacts['database']> {
  const { rows } = await sql<FleetFacts['database']>`select
    pg_database_size(current_database())::float8 as bytes,
    (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
    current_setting('max_connections')::int as "maxConnections"`.execute(db);
  return rows[0] as FleetFacts['database'];
}

/** Reads pg-boss's table, which keeps completed jobs for an hour and failed ones for three days. */
async function readJobCounts(db: Db): Promise<FleetFacts['jobs']> {
  const { rows } = await sql<FleetFacts['jobs'][number]>`
    select name as queue, state::text as state, count(*)::int as count from pgboss.job group by 1, 2 order by 1, 2`.execute(
    db,
  );
  return rows;
}

/** Counts the mails of announcements that are being sent, from an index. */
async function readQueuedAnnouncementMails(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from announcement_mails
    where state = 'waiting' and announcement_pk in (select pk from announcements where state = 'sending')`.execute(db);
  return rows[0]?.count ?? 0;
}

async function readNodeCounts(db: Db): Promise<FleetFacts['nodes']> {
  const alive = (await readNodes(db)).filter((node) => node.is_alive);
  const draining = alive.filter((node) => node.draining).length;
  return [
    { state: 'serving', count: alive.length - draining },
    { state: 'draining', count: draining },
  ];
}

async function readLastBackup(db: Db): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select extract(epoch from max(ended_at))::float8 as at from backup_runs where ok`.execute(db);
  return rows[0]?.at ?? null;
}
