import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { createLabs } from '#features/labs/labs.public';
import type { NodeMetrics } from '#features/monitoring/node-metrics';
import { PageCache } from '#features/pages/pages.public';
import { systemClock } from '#platform/clock';
import type { Config } from '#platform/config';
import { openListener } from '#platform/db/listener';
import type { OpenDatabase } from '#platform/db/open-database';
import { onPageChange, type PageChange } from '#platform/db/page-changes';
import { pollPageChanges } from '#platform/db/recorded-page-changes';
import { openReplica } from '#platform/db/replica';
import { SharedAnswers } from '#platform/http/shared-answers';
import { createJobs } from '#platform/jobs';
import type { ProcessLog } from '#platform/log';
import { projectRoot } from '#platform/paths';
import { SharedReadings } from '#platform/shared-readings';
import { createProcessMetrics, type ProcessMetrics } from '#platform/telemetry/metrics';
import { type AppDeps, createApp } from './app.ts';

type OpenedLabs = Pick<ReturnType<typeof createLabs>, 'sweep' | 'problemOf' | 'dropStats'>;

export interface OpenApp {
  app: FastifyInstance;
  labs: OpenedLabs;
  /** Metrics of this process. */
  metrics: ProcessMetrics;
  /** Metrics of the whole node. */
  nodeMetrics: NodeMetrics;
  /** Opens the job queue, without which requests cannot send jobs. */
  startJobs(): Promise<void>;
  /** Finishes the running requests and jobs. The caller closes the database. */
  close(): Promise<void>;
}

/** Opens the application of one process, with its job queue, its caches and its connection for notifications. */
export async function openApp(
  deps: Pick<
    AppDeps,
    | 'config'
    | 'secrets'
    | 'partners'
    | 'draining'
    | 'labsPrimary'
    | 'processes'
    | 'tracing'
    | 'workerMetrics'
    | 'primaryMetrics'
  > & {
    role: NonNullable<AppDeps['role']>;
    database: Pick<OpenDatabase, 'db' | 'pool' | 'url' | 'status'>;
    log: ProcessLog;
  },
): Promise<OpenApp> {
  const { database, role, log, ...appDeps } = deps;
  const { config } = appDeps;
  const cache = new PageCache();
  const sharedReadings = new SharedReadings();
  const sharedAnswers = new SharedAnswers();
  const metrics = createProcessMetrics(role);
  metrics.watchPool(database.pool);
  metrics.watchCache('pages', () => cache.usage);
  metrics.watchCache('answers', () => sharedAnswers.usage);
  metrics.watchCache('readings', () => sharedReadings.usage);
  let nodeMetrics: NodeMetrics | undefined;
  let labs: OpenedLabs | undefined;
  const listener = await openListener(database.url, { status: database.status });
  const drop = (change: PageChange) => {
    // In this order, because each is made from the one before.
    labs?.dropStats();
    sharedReadings.invalidate(change);
    sharedAnswers.invalidate(change);
    cache.invalidate(change);
  };
  await onPageChange(listener, drop);
  const replica = openReplica({
    ...{ replicaUrl: role === 'primary' ? null : config.databaseReplicaUrl, main: database },
    ...{ prepared: config.databasePrepared, max: database.pool.options.max, log: log.warn },
    onStatement: deps.tracing?.onStatement,
  });
  const stopPolling = await pollPageChanges(database.db, drop);
  const jobs = createJobs(database.url, (error) => log.warn(`Jobs: ${error.message}`), {
    listener,
    isWorking: role !== 'worker',
    tracing: deps.tracing,
  });
  const app = await createApp({
    ...appDeps,
    ...{
      role,
      db: database.db,
      readDb: replica.db,
      databaseStatus: database.status,
      clock: systemClock,
      jobs,
      metrics,
    },
    onNodeMetrics: (created) => {
      nodeMetrics = created;
    },
    onLabs: (created) => {
      labs = created;
    },
    // The primary serves the requests of labs only.
    ...(role === 'primary' ? {} : { sharedReadings, sharedAnswers, web: webOf(config, cache) }),
  });
  return {
    app,
    labs: labs as unknown as OpenedLabs,
    metrics,
    nodeMetrics: nodeMetrics as unknown as NodeMetrics,
    startJobs: jobs.start,
    close: async () => {
      await app.close();
      await stopPolling();
      await jobs.stop();
      await replica.close();
      await listener.close();
    },
  };
}

const webOf = (config: Config, cache: PageCache) => ({
  distDir: join(projectRoot, 'dist/web'),
  cache,
  ...(config.isProduction ? {} : { dev: openDevPages }),
});

async function openDevPages(app: FastifyInstance) {
  const { createDevPages } = await import('#features/pages/dev-pages');
  return createDevPages(app.server, projectRoot);
}
