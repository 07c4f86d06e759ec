import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  closeDemoAccounts,
  createDemoAccounts,
  hasSuperuser,
  superuserLoginLink,
} from '#features/accounts/accounts.public';
import { startBackupSchedule } from '#features/backup/backup.public';
import { isSwitchedOn } from '#features/feature-switches/feature-switches.public';
import { openStorage } from '#features/media/media.public';
import { readPartners } from '#features/partners/partners-file';
import type { LocalSandbox } from '#features/payments/paddle/local-sandbox';
import { createSetupLink } from '#features/setup/setup.public';
import { systemClock } from '#platform/clock';
import type { Config } from '#platform/config';
import { type OpenDatabase, openDatabase } from '#platform/db/open-database';
import type { NodeProcess } from '#platform/db/schema';
import { Draining } from '#platform/draining';
import type { StartUpServer } from '#platform/http/start-up-server';
import { isProcessAlive } from '#platform/is-process-alive';
import type { ProcessLog } from '#platform/log';
import { nodeName } from '#platform/node-name';
import { lowerOomScore } from '#platform/oom-score';
import { openSecrets } from '#platform/secrets';
import { StartError } from '#platform/start-error';
import type { Snapshot } from '#platform/telemetry/metrics';
import { openTracing } from '#platform/telemetry/open-tracing';
import { createWorkerPool, type WorkerPool } from '#platform/workers/worker-pool';
import { greet } from './greeting.ts';
import { loadContent } from './load-content.ts';
import { type OpenApp, openApp } from './open-app.ts';
import { answerWorker, type Question } from './worker-questions.ts';

/** Linux allows 107 bytes for the path of a Unix socket. */
const maxSocketPath = 107;

/**
 * Starts the node: opens and migrates the database, loads the content, and does the background work. It also serves the
 * requests itself, or starts workers that do.
 * @param startUp listens on the platform's port until the platform does
 * @param script the program of the workers
 * @param isSetup whether the operator sets up the site: without demo accounts, and with the link of the wizard
 */
export async function startPrimary(
  initialConfig: Config,
  startUp: StartUpServer,
  { script, isSetup, log }: { script: string; isSetup: boolean; log: ProcessLog },
): Promise<void> {
  // Before the embedded PostgreSQL starts, which inherits it.
  lowerOomScore();
  const partners = await readPartners(initialConfig.partnersFile, initialConfig.companyDomain);
  const tracing = await openTracing(initialConfig, { node: nodeName(initialConfig.dataDir), warn: log.warn });
  const database = await openDatabase({
    ...initialConfig,
    ...{ log: log.info, warn: log.warn, onStatement: tracing.onStatement },
  });
  let sandbox: LocalSandbox | null = null;
  try {
    await openStorage(database.db, initialConfig.storage, { warn: (reason) => log.warn(`Storage: ${reason}`) });
    await loadContent(database.db, log);
    // The sandbox keeps its state in the data folder, and only one process may use it.
    sandbox = initialConfig.paddleSandbox && !database.attached ? await openPaddleSandbox(initialConfig) : null;
    // Before visitors can log in.
    const closedAccounts = initialConfig.isLocal ? [] : await closeDemoAccounts(database.db);
    const config = sandbox ? { ...initialConfig, paddle: sandbox.paddle } : initialConfig;
    const secrets = await openSecrets(config.dataDir, config.secretKey);
    const draining = new Draining();
    const isAlone = config.workers === 1;
    let workers: Pick<Web, 'processes' | 'collect'> = { processes: () => [], collect: async () => [] };
    const opened = await openApp({
      ...{ database, secrets, partners, draining, log, tracing },
      role: isAlone ? 'all' : 'primary',
      processes: () => [
        { role: isAlone ? 'all' : 'primary', pid: process.pid, rss: process.memoryUsage.rss() },
        ...workers.processes(),
      ],
      workerMetrics: () => workers.collect(),
      // Only workers reach the socket. They have determined the client's address.
      config: isAlone ? config : { ...config, trustProxy: true },
    });
    const web = isAlone
      ? ownWeb(opened, config, startUp)
      : await workerWeb(opened, config, { database, script, startUp, log });
    workers = web;
    const backups = config.backup
      ? startBackupSchedule({
          config,
          schedule: config.backup,
          db: database.db,
          databaseUrl: database.url,
          log: log.warn,
        })
      : null;
    const stop = stopOnce(log, async () => {
      web.drain();
      await draining.complete(config.drainSeconds);
      await Promise.all([web.stop(), opened.close(), backups?.stop()]);
      await sandbox?.close();
      await database.close();
      await tracing.close();
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
    const port = await web.listen();
    sandbox?.setPlatformPort(port);
    // Created last, after everything that can fail, because the passwords are shown only once.
    const demo =
      config.demoAccounts && !isSetup
        ? await createDemoAccounts(database.db, config.isProduction ? undefined : 'night-chart')
        : [];
    const loginLink = (await isSwitchedOn(database.db, 'login')) ? undefined : superuserLoginLink(config, secrets);
    const isLinkNeeded = isSetup || !(await hasSuperuser(database.db, { countsDemo: true }));
    const setupLink = isLinkNeeded
      ? await createSetupLink({ db: database.db, clock: systemClock, publicUrl: config.publicUrl })
      : undefined;
    greet(config, database, { demo, closedAccounts, setupLink, isSetup, loginLink }, log);
    void backups?.check();
  } catch (error) {
    await sandbox?.close();
    await database.close();
    throw error;
  }
}

/** The part of the node that serves visitors. */
interface Web {
  /** @returns the port */
  listen(): Promise<number>;
  processes(): NodeProcess[];
  /** Returns the metrics of the processes. */
  collect(): Promise<Snapshot[]>;
  drain(): void;
  stop(): Promise<void>;
}

/** Serves visitors in this process. */
function ownWeb({ app, startJobs }: OpenApp, { host, port }: Config, startUp: StartUpServer): Web {
  return {
    async listen() {
      // Loads everything first, so that probes miss an answer only for milliseconds.
      await app.ready();
      await startUp.close();
      // Requests that queue jobs wait until the queue has started.
      const [, address] = await Promise.all([startJobs(), app.listen({ host, port })]);
      return Number(new URL(address).port);
    },
    processes: () => [],
    collect: async () => [],
    drain: () => {},
    stop: async () => {},
  };
}

/** Serves visitors in worker processes, and the requests of labs in this process, on a Unix socket. */
async function workerWeb(
  { app, startJobs, labs, nodeMetrics }: OpenApp,
  config: Config,
  {
    database,
    script,
    startUp,
    log,
  }: { database: OpenDatabase; script: string; startUp: StartUpServer; log: ProcessLog },
): Promise<Web> {
  const socketPath = await socketPathIn(config.dataDir);
  const pool: WorkerPool = createWorkerPool({
    ...{ count: config.workers, script, log: log.warn },
    settings: { databaseUrl: database.url, socketPath, paddle: config.paddle },
    answer: (question) => answerWorker(question as Question, { labs, nodeMetrics }),
  });
  return {
    async listen() {
      await startJobs();
      await app.listen({ path: socketPath });
      await chmod(socketPath, 0o600);
      await pool.start();
      await startUp.close();
      return pool.listen();
    },
    processes: pool.processes,
    collect: pool.collect,
    drain: pool.drain,
    stop: pool.stop,
  };
}

/** Returns the path of this process's socket, in a folder that only this user can enter. */
async function socketPathIn(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'run');
  const path = join(folder, `labs-${process.pid}.sock`);
  if (Buffer.byteLength(path) > maxSocketPath) {
    throw new StartError(
      `The path of the data folder ${dataDir} is too long for a Unix socket.`,
      'Set DATA_DIR to a folder with a path of less than 80 characters, or set WORKERS=1.',
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  // Processes that were killed have left theirs.
  for (const name of await readdir(folder)) {
    const pid = /^labs-(\d+)\.sock$/.exec(name)?.[1];
    if (pid === String(process.pid) || (pid && !isProcessAlive(Number(pid))))
      await rm(join(folder, name), { force: true });
  }
  return path;
}

/** Imported on demand: a platform with real payments does not need the sandbox. */
async function openPaddleSandbox(config: Config): Promise<LocalSandbox> {
  const { startLocalSandbox } = await import('#features/payments/paddle/local-sandbox');
  return startLocalSandbox(config);
}

/** Returns a signal handler. A second signal exits immediately. */
function stopOnce(log: ProcessLog, close: () => Promise<void>): () => void {
  let stopping = false;
  return () => {
    if (stopping) process.exit(1);
    stopping = true;
    close().then(
      () => process.exit(0),
      (error: Error) => {
        log.warn(error.message);
        process.exit(1);
      },
    );
  };
}
