import { statfs } from 'node:fs/promises';
import type { AdminStatus, CacheStatus } from '@hexpedition/contract';
import { readBackupReport } from '#features/backup/backup.public';
import type { LabOccupancy } from '#features/labs/labs.public';
import { type NodeRow, readNodes } from '#features/nodes/nodes.public';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { DatabaseStatus } from '#platform/db/database-status';
import type { Db } from '#platform/db/db';
import { version } from '#platform/version';
import { readFleetFacts } from './fleet.read-model.ts';
import type { NodeMetrics } from './node-metrics.ts';
import { readDatabaseVersion, readFailedJobs, readOldestJob, readSlowestStatement } from './status.read-model.ts';

export interface StatusDeps {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backup' | 'smtpUrl'>;
  db: Db;
  clock: Clock;
  databaseStatus: DatabaseStatus;
  nodeName: string;
  caches: NodeMetrics['caches'];
  readOccupancy: (node: string) => Promise<LabOccupancy>;
  readCertificates: () => Promise<AdminStatus['certificates']>;
}

/** Reads the state of the whole platform. */
export async function readStatus(deps: StatusDeps): Promise<AdminStatus> {
  const { config, db, clock } = deps;
  const [fleet, nodes, failures, oldest, caches, databaseVersion, slowest, disk, backups, certificates] =
    await Promise.all([
      readFleetFacts(db),
      readNodes(db),
      readFailedJobs(db),
      readOldestJob(db),
      deps.caches(),
      readDatabaseVersion(db),
      readSlowestStatement(db),
      statfs(config.dataDir),
      config.backup && readBackupReport(db, config.backup.at),
      deps.readCertificates(),
    ]);
  const jobsIn = (state: string) =>
    fleet.jobs.filter((row) => row.state === state).reduce((sum, { count }) => sum + count, 0);
  const { outages, last } = deps.databaseStatus.history;
  return {
    at: clock.now().toISOString(),
    version,
    nodes: await Promise.all(
      nodes.map(async (node) => presentNode(node, deps.nodeName, await deps.readOccupancy(node.name))),
    ),
    jobs: {
      waiting: jobsIn('created'),
      running: jobsIn('active'),
      retrying: jobsIn('retry'),
      failed: jobsIn('failed'),
      oldest_at: oldest?.toISOString() ?? null,
      failures: failures.map(({ at, ...failure }) => ({ ...failure, at: at.toISOString() })),
    },
    caches: cacheNames.map((name) => {
      const { hits, misses, entries, bytes = null } = caches[name] ?? { hits: 0, misses: 0, entries: 0 };
      return { name, hits, misses, entries, bytes };
    }),
    database: {
      kind: config.databaseUrl === null ? 'embedded' : 'external',
      version: databaseVersion,
      bytes: fleet.database.bytes,
      connections: fleet.database.connections,
      max_connections: fleet.database.maxConnections,
      slowest,
      outages,
      last_outage: last && {
        started_at: last.startedAt.toISOString(),
        ended_at: last.endedAt?.toISOString() ?? null,
        reason: last.reason,
      },
    },
    disk: { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
    certificates,
    backups: backups && {
      last_good_at: backups.lastGoodAt?.toISOString() ?? null,
      last_good_bytes: backups.lastGoodBytes,
      next_at: backups.nextAt.toISOString(),
      is_late: backups.isLate,
      problem: backups.problem,
    },
    mails: {
      queued: fleet.mailsQueued.reduce((sum, { count }) => sum + count, 0),
      has_server: config.smtpUrl !== null,
    },
  };
}

const cacheNames: readonly CacheStatus['name'][] = ['pages', 'answers', 'identities', 'readings'];

const presentNode = (
  node: NodeRow,
  ownName: string,
  { states, places }: LabOccupancy,
): AdminStatus['nodes'][number] => ({
  name: node.name,
  address: node.address,
  version: node.version,
  started_at: node.started_at.toISOString(),
  seen_at: node.seen_at.toISOString(),
  is_alive: node.is_alive,
  is_this: node.name === ownName,
  draining: node.draining,
  processes: node.processes.map(({ role, pid, rss }) => ({ role, pid, rss })),
  labs: { running: states.running, queued: states.queued, places_used: places.used, places: places.total },
});
