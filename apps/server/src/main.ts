import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createDemoAccounts, type DemoAccount, superuserLoginLink } from '#features/accounts/accounts.public';
import { startBackupSchedule } from '#features/backup/backup.public';
import { syncCurriculum } from '#features/content/content.public';
import { isSwitchedOn } from '#features/feature-switches/feature-switches.public';
import { syncLabs } from '#features/labs/labs.public';
import { openStorage } from '#features/media/media.public';
import { PageCache } from '#features/pages/pages.public';
import { readPartners } from '#features/partners/partners-file';
import type { LocalSandbox } from '#features/payments/paddle/local-sandbox';
import { systemClock } from '#platform/clock';
import { type Config, isPlainHttp, readConfig } from '#platform/config';
import { isDiskFull } from '#platform/db/database-errors';
import { openListener } from '#platform/db/listener';
import { type OpenDatabase, openDatabase } from '#platform/db/open-database';
import { onPageChange } from '#platform/db/page-changes';
import { diskFull } from '#platform/embedded-postgres/embedded-postgres';
import { SharedAnswers } from '#platform/http/shared-answers';
import { openStartUpServer, type StartUpServer } from '#platform/http/start-up-server';
import { createJobs } from '#platform/jobs';
import { lowerOomScore } from '#platform/oom-score';
import { projectRoot } from '#platform/paths';
import { openSecrets } from '#platform/secrets';
import { SharedReadings } from '#platform/shared-readings';
import { StartError } from '#platform/start-error';
import { version } from '#platform/version';
import { createApp } from './app.ts';

const log = (line: string) => console.error(line);
const isPortInUse = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

try {
  const config = readConfig(process.env);
  await start(config).catch((error) => {
    if (isPortInUse(error)) throw portInUse(config);
    throw isDiskFull(error) ? diskFull(config.dataDir) : error;
  });
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`\n${error.message}\n${error.remedy}\n`);
  process.exit(1);
}

async function start(initialConfig: Config): Promise<void> {
  const startUp = await openStartUpServer(initialConfig);
  try {
    await startPlatform(initialConfig, startUp);
  } finally {
    await startUp.close();
  }
}

/** @param startUp listens on the platform's port until the platform does */
async function startPlatform(initialConfig: Config, startUp: StartUpServer): Promise<void> {
  // Before the embedded PostgreSQL starts, which inherits it.
  lowerOomScore();
  const partners = await readPartners(initialConfig.partnersFile, initialConfig.companyDomain);
  const database = await openDatabase({ ...initialConfig, log });
  let sandbox: LocalSandbox | null = null;
  try {
    await openStorage(database.db, initialConfig.storage, { warn: (reason) => log(`Storage: ${reason}`) });
    await loadContent(database);
    // The sandbox keeps its state in the data folder, and only one process may use it.
    sandbox = initialConfig.paddleSandbox && !database.attached ? await openPaddleSandbox(initialConfig) : null;
    const config = sandbox ? { ...initialConfig, paddle: sandbox.paddle } : initialConfig;
    const secrets = await openSecrets(config.dataDir, config.secretKey);
    const cache = new PageCache();
    const listener = await openListener(database.url, { status: database.status });
    const [sharedReadings, sharedAnswers] = [new SharedReadings(), new SharedAnswers()];
    await onPageChange(listener, (change) => {
      // In this order, because each is made from the one before.
      sharedReadings.invalidate(change);
      sharedAnswers.invalidate(change);
      cache.invalidate(change);
    });
    const web = {
      distDir: join(projectRoot, 'dist/web'),
      cache,
      ...(config.isProduction ? {} : { dev: openDevPages }),
    };
    const jobs = createJobs(database.url, (error) => log(`Jobs: ${error.message}`), { listener });
    const app = await createApp({
      ...{ config, db: database.db, databaseStatus: database.status, clock: systemClock },
      ...{ secrets, jobs, partners, sharedAnswers, sharedReadings, web },
    });
    const backups = config.backup
      ? startBackupSchedule({ config, schedule: config.backup, db: database.db, databaseUrl: database.url, log })
      : null;
    const stop = stopOnce(async () => {
      await Promise.all([app.close(), backups?.stop()]);
      await sandbox?.close();
      await jobs.stop();
      await listener.close();
      await database.close();
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
    // Loads everything first, so that probes miss an answer only for milliseconds.
    await app.ready();
    await startUp.close();
    // Requests that queue jobs wait until the queue has started.
    const [, address] = await Promise.all([jobs.start(), app.listen({ host: config.host, port: config.port })]);
    sandbox?.setPlatformPort(Number(new URL(address).port));
    // Created last, after everything that can fail, because the passwords are shown only once.
    const demo = config.demoAccounts
      ? await createDemoAccounts(database.db, config.isProduction ? undefined : 'night-chart')
      : [];
    const loginLink = (await isSwitchedOn(database.db, 'login')) ? undefined : superuserLoginLink(config, secrets);
    greet(config, database, demo, loginLink);
    void backups?.check();
  } catch (error) {
    await sandbox?.close();
    await database.close();
    throw error;
  }
}

/** Loads the labs and courses of this version into the database, if they differ. */
async function loadContent({ db }: OpenDatabase): Promise<void> {
  const labsDone = stopwatch();
  const { changed, problems } = await syncLabs(db, join(projectRoot, 'labs'), () => log('Updating the labs …'));
  if (changed.length > 0) labsDone('Labs updated');
  for (const problem of problems) console.error(`\nA lab was not loaded: ${problem}`);
  const coursesDone = stopwatch();
  const report = await syncCurriculum({
    ...{ db, root: join(projectRoot, 'curriculum') },
    onImport: (files) => log(`Importing the courses, ${files} files …`),
  });
  if (report?.applied) coursesDone('Courses imported');
  const [error] = report?.diagnostics.filter(({ severity }) => severity === 'error') ?? [];
  if (error) {
    console.error(`\nThe curriculum was not imported: ${error.file}:${error.line}: ${error.message}`);
    console.error(
      'The platform keeps showing the previous version. List all problems: npm run import -- curriculum --dry-run\n',
    );
  }
  const removedCourses = report?.changes.filter(({ kind, change }) => kind === 'training' && change === 'gone') ?? [];
  if (removedCourses.length > 0) {
    console.error(`\nThese courses are hidden now: ${removedCourses.map(({ name }) => name).join(', ')}.`);
    console.error('If they came from your own folder, import it again: npm run import -- <folder>\n');
  }
}

/** Returns a function that logs what has ended and how long it took. */
function stopwatch(): (ended: string) => void {
  const start = performance.now();
  return (ended) => log(`${ended} after ${Math.round((performance.now() - start) / 1_000)} s.`);
}

/** Imported on demand: a platform with real payments does not need the sandbox. */
async function openPaddleSandbox(config: Config): Promise<LocalSandbox> {
  const { startLocalSandbox } = await import('#features/payments/paddle/local-sandbox');
  return startLocalSandbox(config);
}

async function openDevPages(app: FastifyInstance) {
  const { createDevPages } = await import('#features/pages/dev-pages');
  return createDevPages(app.server, projectRoot);
}

function portInUse(config: Config): StartError {
  return new StartError(
    `Port ${config.port} on ${config.host} is in use.`,
    `Stop the program that uses it, or choose another port: PORT=${config.port + 1} npm start`,
  );
}

/** Returns a signal handler. A second signal exits immediately. */
function stopOnce(close: () => Promise<void>): () => void {
  let stopping = false;
  return () => {
    if (stopping) process.exit(1);
    stopping = true;
    close().then(
      () => process.exit(0),
      (error: Error) => {
        console.error(error.message);
        process.exit(1);
      },
    );
  };
}

/** @param loginLink the log-in page for superusers while log-in is switched off */
function greet(config: Config, database: OpenDatabase, demo: DemoAccount[], loginLink: string | undefined): void {
  const where =
    database.kind === 'embedded' ? `${config.dataDir} (embedded PostgreSQL)` : 'the database of DATABASE_URL';
  const lines = [
    '',
    `  ${`Hexpedition ${version}`.padEnd(18)} ${config.publicUrl}/map`,
    `  Data stored in     ${where}`,
  ];
  if (demo.length > 0) {
    lines.push('', '  Demo accounts (shown only now):');
    for (const { role, username, password } of demo) {
      lines.push(`    ${role.padEnd(10)} ${username.padEnd(8)} ${password}`);
    }
  } else {
    lines.push('', '  First superuser    npm run admin -- superuser <username>');
    lines.push('  Lost a password?   npm run admin -- password <username>');
  }
  if (isPlainHttp(config.publicUrl)) {
    lines.push(
      '',
      '  PUBLIC_URL is plain http: anyone on the way can read passwords and take over sessions. Passkeys and',
    );
    lines.push('  offline reading do not work, and a sign-up takes some seconds longer. Put a TLS proxy in front.');
  }
  if (loginLink) lines.push('', '  Log-in is switched off. Superusers log in at', `    ${loginLink}`);
  if (config.paddle?.local) {
    lines.push('', '  Payments use a sandbox: no real money is charged, and anyone can buy with a test card.');
    lines.push(`    Sandbox controls   ${config.paddle.local.control}`);
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
