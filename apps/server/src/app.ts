import { join } from 'node:path';
import type { LabRuntime } from '@hexpedition/lab-runtime';
import type { FastifyInstance } from 'fastify';
import { createAccounts } from '#features/accounts/accounts';
import { accountSamples } from '#features/accounts/accounts.public';
import { authenticate } from '#features/accounts/authenticate';
import { adminOverviewRoutes } from '#features/admin-overview/admin-overview.routes';
import { createAnnouncements } from '#features/announcements/announcements';
import { auditLogRoutes } from '#features/audit-log/audit-log.routes';
import { avatarImageRoutes } from '#features/avatars/avatar-images.routes';
import { avatarsRoutes } from '#features/avatars/avatars.routes';
import { createAuthoring } from '#features/content/authoring/course-authoring';
import { contentRoutes } from '#features/content/content.routes';
import { createReaderThreads, type SourceReader } from '#features/content/sources.public';
import { transferRoutes } from '#features/content/transfer/transfer.routes';
import { createTransfer } from '#features/content/transfer/transfer.service';
import { createTransferSweep } from '#features/content/transfer/transfer.sweep';
import { uploadsRoutes } from '#features/content/uploads/uploads.routes';
import { createUploads } from '#features/content/uploads/uploads.service';
import { createUploadsSweep } from '#features/content/uploads/uploads.sweep';
import { docsRoutes } from '#features/docs/docs.routes';
import { drillRoutes } from '#features/drills/drills.routes';
import { createDrillService } from '#features/drills/drills.service';
import { featureSwitchesRoutes } from '#features/feature-switches/feature-switches.routes';
import { feedbackRoutes } from '#features/feedback/feedback.routes';
import { flagRoutes } from '#features/flags/flags.routes';
import { createFlagService } from '#features/flags/flags.service';
import { createLabs } from '#features/labs/labs.public';
import { createBoardsSweep } from '#features/leaderboard/boards.sweep';
import { leaderboardRoutes } from '#features/leaderboard/leaderboard.routes';
import { createComposeMail } from '#features/mail-templates/mail-templates.public';
import { mailTemplatesRoutes } from '#features/mail-templates/mail-templates.routes';
import { createMailTemplates } from '#features/mail-templates/mail-templates.service';
import { createMapCompiler, type MapCompiler } from '#features/maps/map-compiler';
import { createMapFacts } from '#features/maps/maps.public';
import { mapsRoutes } from '#features/maps/maps.routes';
import { presenceRoutes } from '#features/maps/presence.routes';
import { createPresenceSweep } from '#features/maps/presence.sweep';
import { mediaRoutes } from '#features/media/media.routes';
import { createMediaSweep } from '#features/media/media.sweep';
import { createVariants } from '#features/media/pictures/picture-variants';
import { metricsRoutes } from '#features/metrics/metrics.routes';
import { createMetricsSweep } from '#features/metrics/metrics.sweep';
import { countDueReviews } from '#features/notes/notes.public';
import { notesRoutes } from '#features/notes/notes.routes';
import { outboxRoutes } from '#features/outbox/outbox.routes';
import { createOutboxSweep } from '#features/outbox/outbox.sweep';
import { overviewRoutes } from '#features/overview/overview.routes';
import type { DevPages } from '#features/pages/dev-pages';
import { createFastPath, type PageCache } from '#features/pages/pages.public';
import { registerPages } from '#features/pages/pages.routes';
import { findPartnerProblems } from '#features/partners/partner-problems';
import { presentPartners } from '#features/partners/partners.presenter';
import { companyRoutes, logoRoute } from '#features/partners/partners.routes';
import { noPartners, type Partners } from '#features/partners/partners-file';
import type { PaddleApi } from '#features/payments/paddle/paddle-api';
import { createPayments } from '#features/payments/payments';
import { paymentSamples } from '#features/payments/payments.public';
import { pollsRoutes } from '#features/polls/polls.routes';
import { createPrivacy } from '#features/privacy/privacy';
import { profilesRoutes } from '#features/profiles/profiles.routes';
import { progressRoutes } from '#features/progress/progress.routes';
import { createProgressService } from '#features/progress/progress.service';
import { createTestOutService } from '#features/progress/test-out.service';
import { quizzesRoutes } from '#features/quizzes/quizzes.routes';
import { searchRoutes } from '#features/search/search.routes';
import { sharingRoutes } from '#features/sharing/sharing.routes';
import { createSiteAccess } from '#features/site-access/site-access';
import { healthRoutes } from '#features/system/health.routes';
import { videosRoutes } from '#features/videos/videos.routes';
import { vouchersRoutes } from '#features/vouchers/vouchers.routes';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import { DatabaseStatus } from '#platform/db/database-status';
import type { Db } from '#platform/db/db';
import type { UndeclaredError } from '#platform/http/error-handler';
import { createHostGuard } from '#platform/http/host-guard';
import { createRateLimiter } from '#platform/http/rate-limit';
import { createServer } from '#platform/http/server';
import { visitor } from '#platform/http/viewer';
import type { Jobs } from '#platform/jobs';
import { createOutbox } from '#platform/mail';
import { projectRoot } from '#platform/paths';
import type { Secrets } from '#platform/secrets';
import { createSmtp } from '#platform/smtp';
import { startSweeps } from '#platform/sweeps';

export interface AppDeps {
  config: Config;
  db: Db;
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
  /** Returns the bytes of memory that labs may use; by default it measures this machine. */
  freeMemory?: () => number;
  /** Compiles the maps that authors publish; in a thread by default. */
  mapCompiler?: MapCompiler;
  /** Reads the sources that authors change; in a thread by default. */
  sourceReader?: SourceReader;
  /** Client of Paddle, if payments are configured; its SDK by default. */
  paddleApi?: PaddleApi;
  /** Receives the labs, so that tests can sweep at any time. */
  onLabs?: (labs: { sweep: () => Promise<void> }) => void;
  /** Called for every route as it is registered. */
  onRoute?: (route: { method: string | string[]; url: string }) => void;
  /** Called for errors that an endpoint answers with but does not declare. They are logged in any case. */
  onUndeclaredError?: (error: UndeclaredError) => void;
  /** The web app; omitted by tests of the API. */
  web?: { distDir: string; cache: PageCache; dev?: (app: FastifyInstance) => Promise<DevPages> };
}

/** The composition root: creates all features, connects them and registers their routes. */
export async function createApp({
  config,
  db,
  databaseStatus = new DatabaseStatus(),
  clock,
  secrets,
  jobs,
  partners = noPartners,
  labRuntime,
  freeMemory,
  mapCompiler = createMapCompiler(),
  sourceReader = createReaderThreads(),
  paddleApi,
  onLabs,
  onRoute,
  onUndeclaredError,
  web,
}: AppDeps): Promise<FastifyInstance> {
  const limiter = createRateLimiter({ db, clock });
  const labsFolder = join(projectRoot, 'labs');
  const labs = createLabs({
    ...{ config, db, clock, secrets, limiter, folder: labsFolder, runtime: labRuntime, freeMemory },
    renderLearnerText: sourceReader.renderLearnerText,
  });
  onLabs?.(labs);
  const siteAccess = createSiteAccess({
    config,
    clock,
    key: secrets.key('site-access'),
    limiter,
    distDir: web?.dev ? undefined : web?.distDir,
  });
  // If visitors have to enter an access code first, every request takes the normal path.
  const isQuick = web && !web.dev && !siteAccess.isClosed;
  const app = createServer({
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    onUndeclaredError,
    serverFactory: labs.serverFactory([createHostGuard(config), ...(isQuick ? [createFastPath(web.cache)] : [])]),
  });
  if (onRoute) app.addHook('onRoute', (route) => onRoute(route));
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });

  const mailer = config.smtpUrl ? createSmtp(config.smtpUrl, config.mailFrom) : createOutbox(db);
  app.addHook('onClose', async () => mailer.close());
  app.addHook('onClose', () => sourceReader.close());
  const opened = { freeTier: config.freeTier, preview: partners.preview };
  const endLabs = labs.stopLabsOf;
  const composeMail = createComposeMail({
    db,
    warn: (problem) => app.log.warn(problem, 'Unusable custom mail template; the default text was sent'),
  });
  const parts = { config, db, clock, jobs, mailer, composeMail, log: app.log, isStopping: () => isStopping, paddleApi };
  const payments = createPayments(parts);
  const { deletionHooks } = payments;
  const accounts = createAccounts({
    ...{ config, db, clock, secrets, limiter, jobs, mailer, composeMail },
    ...{ opened, endLabs, deletionHooks, listLabHomes: labs.homesOf },
  });
  const { readUser } = accounts;
  const warn = (problem: Record<string, unknown>) => app.log.warn(problem, 'Announcement delivery is stalled');
  const reader = sourceReader;
  const announcements = createAnnouncements({
    config,
    db,
    databaseStatus,
    clock,
    secrets,
    limiter,
    jobs,
    mailer,
    reader,
    warn,
  });
  app.addHook('onClose', announcements.stop);
  const progress = createProgressService({ db, clock });
  const testOut = createTestOutService({ db, clock });
  const mapFacts = createMapFacts(db);
  const authoring = createAuthoring({ db, reader: sourceReader, clock, limiter });
  const privacy = createPrivacy({ config, db, clock, limiter });
  const configured = () => ({
    paddle: config.paddle !== null,
    login: true,
    register: config.register !== 'closed',
    invite_only: config.register === 'invite',
    provider: config.oidc && { name: config.oidc.name },
    msg: config.serverMessage,
    social: config.socialLinks,
    free_tier: config.freeTier,
    mail: config.smtpUrl !== null,
    matomo: privacy.matomo,
    ...presentPartners(partners),
  });

  await payments.webhook(app);
  await announcements.callbacks(app);

  siteAccess.guard(app);
  await siteAccess.routes(app);
  const isEmbedded = config.databaseUrl === null;
  healthRoutes(app, { db, databaseStatus, isEmbedded, isStopping: () => isStopping });
  avatarImageRoutes(app, { db });
  const variants = createVariants(db);
  mediaRoutes(app, { db, variants });
  logoRoute(app, partners);
  sharingRoutes(app, { db });
  announcements.frame(app);
  await docsRoutes(app);

  // Everything below /api identifies the caller and enforces the access that the contract declares.
  await app.register(async (api) => {
    authenticate(api, accounts.sessions);
    api.decorate('consumeProof', accounts.consumeProof);
    api.decorate('visitor', visitor(opened));
    api.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    accounts.routes(api);
    profilesRoutes(api, { db, clock, limiter, readUser });
    avatarsRoutes(api, { db, clock, limiter, readUser });
    notesRoutes(api, { db, clock, limiter });
    feedbackRoutes(api, { db, clock, limiter });
    payments.routes(api, { limiter, readUser });
    metricsRoutes(api, { db, clock });
    vouchersRoutes(api, { db, clock, limiter, readUser });
    outboxRoutes(api, { db, active: config.smtpUrl === null });
    announcements.routes(api);
    mailTemplatesRoutes(api, {
      templates: createMailTemplates({
        db,
        clock,
        publicUrl: config.publicUrl,
        samples: { account: accountSamples, payments: paymentSamples },
      }),
      sendTest: announcements.sendTest,
    });
    featureSwitchesRoutes(api, { db, configured, readPrivacy: privacy.readFeatures });
    contentRoutes(api, { db, mapFacts });
    authoring.routes(api);
    mapsRoutes(api, { db, clock, compile: mapCompiler });
    presenceRoutes(api, { db, clock, limiter });
    companyRoutes(api, { db, partners, readUser });
    quizzesRoutes(api, { db, clock, limiter });
    pollsRoutes(api, { db, clock, limiter });
    progressRoutes(api, { db, clock, limiter, progress, testOut });
    drillRoutes(api, createDrillService({ db, clock, limiter, key: secrets.key('drills') }));
    flagRoutes(api, db, createFlagService({ db, clock, limiter, onLabSolve: labs.onLabSolve }));
    overviewRoutes(api, { db, clock, mapFacts, countDueReviews });
    leaderboardRoutes(api, { db, clock });
    videosRoutes(api, { db, clock, limiter });
    searchRoutes(api, { db, limiter });
    await labs.routes(api);
    await privacy.routes(api);
    await transferRoutes(api, createTransfer({ db, clock, limiter, reader: sourceReader }));
    await uploadsRoutes(api, createUploads({ db, clock, limiter, variants, reader: sourceReader }));
    auditLogRoutes(api, { db });
    adminOverviewRoutes(api, { db, clock, databaseStatus });
  });

  // Pages are outside of that scope: they are the same for every visitor.
  if (web) {
    await app.register(async (pages) => {
      const { distDir, cache } = web;
      await registerPages(pages, {
        distDir,
        cache,
        publicUrl: config.publicUrl,
        dev: await web.dev?.(app),
        apiHeaders: siteAccess.ownHeaders,
        thirdPartyAccessOf: payments.cspSourcesOf,
        sources: privacy.sources,
      });
    });
  }

  app.addHook('onReady', privacy.sync);
  app.addHook('onReady', async () => {
    void payments.start();
    void announcements.begin();
    for (const problem of await findPartnerProblems(db, partners, config.companyDomain)) app.log.warn(problem);
  });
  labs.attach(app);
  startSweeps(app, [
    limiter.sweep,
    createOutboxSweep({ db, clock }),
    createMediaSweep({ db, clock }),
    createUploadsSweep({ db, clock }),
    createTransferSweep({ db, clock }),
    createBoardsSweep({ db, clock }),
    ...payments.sweeps,
    ...announcements.sweeps,
    createPresenceSweep({ db, clock }),
    authoring.sweep,
    privacy.sweep,
    createMetricsSweep({ db, clock }),
    labs.sweepHomes,
    ...accounts.sweeps,
  ]);
  return app;
}
