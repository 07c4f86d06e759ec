import { openStorage } from '#features/media/media.public';
import { readPartners } from '#features/partners/partners-file';
import type { Config } from '#platform/config';
import { DatabaseStatus } from '#platform/db/database-status';
import { openDb } from '#platform/db/db';
import { Draining } from '#platform/draining';
import type { ProcessLog } from '#platform/log';
import { nodeName } from '#platform/node-name';
import { openSecrets } from '#platform/secrets';
import type { CacheUsage } from '#platform/telemetry/metrics';
import { openTracing } from '#platform/telemetry/open-tracing';
import { openPrimaryLink, type PrimaryLink } from '#platform/workers/primary-link';
import { connectionsOf } from '#platform/workers/worker-connections';
import { openApp } from './open-app.ts';
import type { Question } from './worker-questions.ts';

/**
 * Starts a web process. It serves pages and API, and passes requests of labs on to the primary, which also does all
 * background work. It stops when the primary asks, and ends when the primary has died.
 */
export async function startWorker(initialConfig: Config, log: ProcessLog): Promise<void> {
  const link = openPrimaryLink();
  // A terminal sends Ctrl+C to all processes. The primary stops its workers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  const { databaseUrl, socketPath, paddle } = await link.settings;
  const config = { ...initialConfig, paddle };
  const tracing = await openTracing(config, { node: nodeName(config.dataDir), warn: log.warn });
  const { db, pool } = openDb(databaseUrl, {
    prepared: config.databasePrepared,
    max: connectionsOf(config.workers),
    onStatement: tracing.onStatement,
  });
  // Without a log: the primary reports outages.
  const database = { db, pool, url: databaseUrl, status: new DatabaseStatus() };
  await openStorage(db, config.storage, { warn: (reason) => log.warn(`Storage: ${reason}`) });
  const draining = new Draining();
  const { app, startJobs, metrics, close } = await openApp({
    ...{ config, database, draining, log, tracing, role: 'worker' },
    partners: await readPartners(config.partnersFile, config.companyDomain),
    secrets: await openSecrets(config.dataDir, config.secretKey),
    labsPrimary: labsPrimaryOf(link, socketPath),
    primaryMetrics: {
      text: async () => (await link.ask({ about: 'metrics' } satisfies Question)) as string,
      caches: async () => (await link.ask({ about: 'caches' } satisfies Question)) as Record<string, CacheUsage>,
    },
  });
  link.onCollect(metrics.snapshot);
  link.onDrain(() => draining.begin());
  link.onStop(() => {
    void close()
      .then(() => db.destroy())
      .then(() => tracing.close())
      .then(
        () => process.exit(0),
        (error: Error) => {
          log.warn(error.message);
          process.exit(1);
        },
      );
  });
  await Promise.all([app.ready(), startJobs()]);
  await link.ready();
  try {
    const address = await app.listen({ host: config.host, port: config.port });
    link.reportListening(Number(new URL(address).port));
  } catch (error) {
    await link.reportFailure(error as Error);
    process.exit(1);
  }
}

function labsPrimaryOf(link: PrimaryLink, socketPath: string) {
  const ask = (question: Question) => link.ask(question);
  return {
    socketPath,
    problemOf: async ({ risk, workspace }: Extract<Question, { about: 'lab-problem' }>['lab']) =>
      (await ask({ about: 'lab-problem', lab: { risk, workspace } })) as string | null,
    sweep: async () => {
      await ask({ about: 'labs-sweep' });
    },
  };
}
