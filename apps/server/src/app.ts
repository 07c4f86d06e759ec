import { join } from 'node:path';
import type { LabRuntime } from '@hexpedition/lab-runtime';
import type { FastifyInstance } from 'fastify';
import { avatarImageRoutes } from '#features/avatars/avatar-images.routes';
import { createReaderThreads, type SourceReader } from '#features/content/sources.public';
import { docsRoutes } from '#features/docs/docs.routes';
import { createSiteSettings } from '#features/feature-switches/feature-switches.public';
import { createLabs, type LabsPrimary } from '#features/labs/labs.public';
import { createMapCompiler, type MapCompiler } from '#features/maps/map-compiler';
import { mediaRoutes } from '#features/media/media.routes';
import { createMonitoring } from '#features/monitoring/monitoring';
import type { NodeMetrics } from '#features/monitoring/node-metrics';
import { createNodes } from '#features/nodes/nodes.public';
import type { DevPages } from '#features/pages/dev-pages';
import { createFastPath, type PageCache } from '#features/pages/pages.public';
import { registerPages } from '#features/pages/pages.routes';
import { findPartnerProblems } from '#features/partners/partner-problems';
import { logoRoute } from '#features/partners/partners.routes';
import { noPartners, type Partners } from '#features/partners/partners-file';
import type { PaddleApi } from '#features/payments/paddle/paddle-api';
import { sharingRoutes } from '#features/sharing/sharing.routes';
import { createSiteAccess } from '#features/site-access/site-access';
import { healthRoutes } from '#features/system/health.routes';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import { DatabaseStatus } from '#platform/db/database-status';
import type { Db } from '#platform/db/db';
import type { NodeProcess } from '#platform/db/schema';
import { Draining } from '#platform/draining';
import type { EarlyHandler } from '#platform/http/early-handler';
import type { UndeclaredError } from '#platform/http/error-handler';
import { createHostGuard } from '#platform/http/host-guard';
import { createRateLimiter } from '#platform/http/rate-limit';
import { createRequestIds, echoProxyId } from '#platform/http/request-id';
import { createServer } from '#platform/http/server';
import type { SharedAnswers } from '#platform/http/shared-answers';
import type { Jobs } from '#platform/jobs';
import { textDestination } from '#platform/log';
import { createOutbox, withSenderName } from '#platform/mail';
import { nodeName } from '#platform/node-name';
import { projectRoot } from '#platform/paths';
import type { Secrets } from '#platform/secrets';
import type { SharedReadings } from '#platform/shared-readings';
import { createSmtp } from '#platform/smtp';
import { startSweeps } from '#platform/sweeps';
import { createProcessMetrics, type ProcessMetrics, type Snapshot } from '#platform/telemetry/metrics';
import { noTracing, type Tracing } from '#platform/telemetry/tracing';
import { registerApiRoutes } from './api-routes.ts';
import { type AppFeatures, createFeatures, type FeatureDeps, sweepsOf } from './create-features.ts';

/**
 * Part of a node that a process has. `all` is a node of one process. With several, the `primary` does the background work
 * and serves the labs on a Unix socket, and each `worker` serves everything else.
 */
type Role = 'all' | 'primary' | 'worker';

export interface AppDeps {
  config: Config;
  /** By default `all`. */
  role?: Role;
  /** Connection of a worker to its primary, which runs the labs. */
  labsPrimary?: LabsPrimary;
  /** Returns the processes of this node; by default this one. */
  processes?: () => NodeProcess[];
  /** Returns the metrics of this node's workers, if it has any. */
  workerMetrics?: () => Promise<Snapshot[]>;
  /** The collector of the node's metrics, if this process is a worker. */
  primaryMetrics?: NodeMetrics;
  /** Metrics of this process; by default new ones. */
  metrics?: ProcessMetrics;
  /** By default nothing is recorded. */
  tracing?: Tracing;
  /** By default it never begins. */
  draining?: Draining;
  db: Db;
  /** For boards, search and statistics; `db` by default. */
  readDb?: Db;
  /** Status of the database; available by default. */
  databaseStatus?: DatabaseStatus;
  clock: Clock;
  secrets: Secrets;
  /** The caller starts and stops them. */
  jobs: Jobs;
  /** Contents of the operator's partners file (`readPartners`); empty by default. */
  partners?: Partners;
  /** Runtime of the labs; the embedded driver by default. */
  labRuntime?: LabRuntime;
  /** Checks and builds all labs when the server listens; true by default. */
  warmUpLabs?: boolean;
  /** Returns the bytes of memory that labs may use; by default it measures this machine. */
  freeMemory?: () => number;
  /** Compiles the maps that authors publish; in a thread by default. */
  mapCompiler?: MapCompiler;
  /** Reads the sources that authors change; in a thread by default. */
  sourceReader?: SourceReader;
  /** Client of Paddle, if payments are configured; its SDK by default. */
  paddleApi?: PaddleApi;
  /** Receives the labs: for sweeps at any time, for the questions of workers, and to drop cached counts. */
  onLabs?: (labs: Pick<ReturnType<typeof createLabs>, 'sweep' | 'problemOf' | 'dropStats'>) => void;
  /** Receives the collector of the node's metrics, for the questions of workers. */
  onNodeMetrics?: (metrics: NodeMetrics) => void;
  /** Destination of log lines; by default standard output. */
  logTo?: { write(line: string): void };
  /** Called for every route as it is registered. */
  onRoute?: (route: { method: string | string[]; url: string }) => void;
  /** Called for errors that an endpoint answers with but does not declare. They are logged in any case. */
  onUndeclaredError?: (error: UndeclaredError) => void;
  /** Stores the answers that callers share; omitted by tests, in which every answer is made for its call. */
  sharedAnswers?: SharedAnswers;
  /** Keeps data that is the same for all callers; omitted by tests. */
  sharedReadings?: SharedReadings;
  /** Milliseconds for which the caller of a credential is remembered; a second by default. */
  identityMs?: number;
  /** The web app; omitted by tests of the API. */
  web?: { distDir: string; cache: PageCache; dev?: (app: FastifyInstance) => Promise<DevPages> };
}

/** The composition root: creates the server and all features, and registers their routes. */
export async function createApp(appDeps: AppDeps): Promise<FastifyInstance> {
  const { config, db, databaseStatus = new DatabaseStatus(), clock, secrets, jobs, partners = noPartners } = appDeps;
  const { mapCompiler = createMapCompiler(), sourceReader = createReaderThreads(), paddleApi, web } = appDeps;
  const { sharedAnswers, sharedReadings, identityMs = 1_000, readDb = db } = appDeps;
  const { role = 'all', draining = new Draining(), tracing = noTracing } = appDeps;
  const { metrics = createProcessMetrics(role) } = appDeps;
  const requestIds = createRequestIds({ trustProxy: config.trustProxy, isBehindWorkers: role === 'primary' });
  const nodes = createNodes({
    ...{ config, db, key: secrets.key('node-forwarding'), isDraining: () => draining.isDraining },
    ...{ requestIds, traceHeaders: tracing.headers },
    processes: appDeps.processes ?? (() => [{ role, pid: process.pid, rss: process.memoryUsage.rss() }]),
  });
  const limiter = createRateLimiter({ db, clock });
  const labs = createLabs({
    ...{ config, db, clock, secrets, limiter, folder: join(projectRoot, 'labs') },
    ...{ runtime: appDeps.labRuntime, warmUp: appDeps.warmUpLabs, freeMemory: appDeps.freeMemory },
    renderLearnerText: sourceReader.renderLearnerText,
    ...{ draining, nodes, primary: appDeps.labsPrimary, tracing, onStart: metrics.recordLabStart },
  });
  appDeps.onLabs?.(labs);
  const siteAccess = createSiteAccess({
    ...{ config, clock, limiter },
    key: secrets.key('site-access'),
    distDir: web?.dev ? undefined : web?.distDir,
  });
  // If visitors have to enter an access code first, every request takes the normal path.
  const isQuick = web && !web.dev && !siteAccess.isClosed;
  const watched = (handle: EarlyHandler) => metrics.counted(tracing.traced(handle));
  const app = createServer({
    logLevel: config.logLevel,
    logTo: appDeps.logTo ?? (config.logFormat === 'text' ? textDestination() : undefined),
    trustProxy: config.trustProxy,
    requestIds,
    onUndeclaredError: appDeps.onUndeclaredError,
    serverFactory: labs.serverFactory([
      watched(createHostGuard(config)),
      ...(config.trustProxy ? [echoProxyId(requestIds)] : []),
      ...(isQuick ? [...(sharedAnswers ? [sharedAnswers.fastPath] : []), createFastPath(web.cache)].map(watched) : []),
    ]),
  });
  tracing.attach(app);
  metrics.attach(app);
  const monitoring = createMonitoring({
    ...{ config, db, clock, databaseStatus, metrics, nodeName: nodes.name, readOccupancy: labs.readOccupancy },
    ...{ primary: appDeps.primaryMetrics, workers: appDeps.workerMetrics ?? (async () => []) },
  });
  appDeps.onNodeMetrics?.(monitoring.node);
  if (appDeps.onRoute) app.addHook('onRoute', appDeps.onRoute);
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  const site = createSiteSettings({ config, db, shared: sharedReadings });
  const mailer = metrics.countedMailer(
    config.smtpUrl
      ? withSenderName(createSmtp(config.smtpUrl, config.mailFrom), async () => (await site.read()).name)
      : createOutbox(db),
  );
  app.addHook('onClose', async () => mailer.close());
  app.addHook('onClose', () => sourceReader.close());

  const deps: FeatureDeps = {
    ...{ config, db, readDb, databaseStatus, clock, secrets, jobs, limiter, mailer, site, partners },
    ...{
      sourceReader,
      mapCompiler,
      paddleApi,
      labs,
      sharedAnswers,
      sharedReadings,
      identityMs,
      log: app.log,
      isStopping: () => isStopping,
      metrics,
      monitoring,
    },
  };
  const features = createFeatures(deps);
  app.addHook('onClose', features.announcements.stop);

  // Security depends on this order: a hook applies only to what is registered after it. Paddle and mail programs send
  // signed requests and have neither an access code nor a session. A closed site also hides its public routes. Pages are
  // the same for every visitor, so they are outside the scope that identifies the caller.
  await registerSignedCallbacks(app, features);
  monitoring.metricsRoute(app);
  siteAccess.guard(app);
  await siteAccess.routes(app);
  await registerPublicRoutes(app, deps, features, draining);
  await app.register((api) => registerApiRoutes(api, deps, features));
  if (web) await registerWebPages(app, web, deps, features, siteAccess.ownHeaders);

  labs.attach(app);
  if (role !== 'worker') {
    nodes.attach(app, labs.takeOver);
    startBackgroundWork(app, deps, features);
  }
  return app;
}

async function registerSignedCallbacks(app: FastifyInstance, { payments, announcements }: AppFeatures): Promise<void> {
  await payments.webhook(app);
  await announcements.callbacks(app);
}

/** Registers routes outside of `/api` that need no account: probes, pictures, media and the API's documentation. */
async function registerPublicRoutes(
  app: FastifyInstance,
  deps: FeatureDeps,
  features: AppFeatures,
  draining: Draining,
): Promise<void> {
  const { config, db, databaseStatus, partners, isStopping } = deps;
  healthRoutes(app, {
    ...{ db, databaseStatus, isEmbedded: config.databaseUrl === null },
    isStopping: () => isStopping() || draining.isDraining,
  });
  avatarImageRoutes(app, { db });
  mediaRoutes(app, { db, variants: features.variants });
  logoRoute(app, partners);
  sharingRoutes(app, { db });
  features.announcements.frame(app);
  await docsRoutes(app);
}

async function registerWebPages(
  app: FastifyInstance,
  { distDir, cache, dev }: NonNullable<AppDeps['web']>,
  { config }: FeatureDeps,
  { payments, privacy }: AppFeatures,
  apiHeaders: () => Record<string, string>,
): Promise<void> {
  await app.register(async (pages) => {
    await registerPages(pages, {
      distDir,
      cache,
      publicUrl: config.publicUrl,
      dev: await dev?.(app),
      apiHeaders,
      thirdPartyAccessOf: payments.cspSourcesOf,
      sources: privacy.sources,
    });
  });
}

/** Starts the background work of the node when the server is ready. */
function startBackgroundWork(app: FastifyInstance, deps: FeatureDeps, features: AppFeatures): void {
  const { payments, announcements, privacy } = features;
  app.addHook('onReady', privacy.sync);
  app.addHook('onReady', async () => {
    void payments.start();
    void announcements.begin();
    const problems = await findPartnerProblems(deps.db, deps.partners, deps.config.companyDomain);
    for (const problem of problems) app.log.warn(problem);
  });
  startSweeps(app, sweepsOf(deps, features), { db: deps.db, nodeName: nodeName(deps.config.dataDir) });
}
