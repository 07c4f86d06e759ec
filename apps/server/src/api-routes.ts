import type { FastifyInstance } from 'fastify';
import { accountSamples } from '#features/accounts/accounts.public';
import { authenticate } from '#features/accounts/authenticate';
import { adminOverviewRoutes } from '#features/admin-overview/admin-overview.routes';
import { auditLogRoutes } from '#features/audit-log/audit-log.routes';
import { avatarsRoutes } from '#features/avatars/avatars.routes';
import { contentRoutes } from '#features/content/content.routes';
import { transferRoutes } from '#features/content/transfer/transfer.routes';
import { createTransfer } from '#features/content/transfer/transfer.service';
import { uploadsRoutes } from '#features/content/uploads/uploads.routes';
import { createUploads } from '#features/content/uploads/uploads.service';
import { drillRoutes } from '#features/drills/drills.routes';
import { createDrillService } from '#features/drills/drills.service';
import { createVisitorDrillService } from '#features/drills/visitor-drills.service';
import type { CurrentSettings } from '#features/feature-switches/feature-switches.public';
import { featureSwitchesRoutes } from '#features/feature-switches/feature-switches.routes';
import { siteSettingsRoutes } from '#features/feature-switches/site-settings.routes';
import { feedbackRoutes } from '#features/feedback/feedback.routes';
import { flagRoutes } from '#features/flags/flags.routes';
import { createFlagService } from '#features/flags/flags.service';
import { leaderboardRoutes } from '#features/leaderboard/leaderboard.routes';
import { mailTemplatesRoutes } from '#features/mail-templates/mail-templates.routes';
import { createMailTemplates } from '#features/mail-templates/mail-templates.service';
import { createMapFacts } from '#features/maps/maps.public';
import { mapsRoutes } from '#features/maps/maps.routes';
import { presenceRoutes } from '#features/maps/presence.routes';
import { metricsRoutes } from '#features/metrics/metrics.routes';
import { countDueReviews } from '#features/notes/notes.public';
import { notesRoutes } from '#features/notes/notes.routes';
import { outboxRoutes } from '#features/outbox/outbox.routes';
import { overviewRoutes } from '#features/overview/overview.routes';
import { presentPartners } from '#features/partners/partners.presenter';
import { companyRoutes } from '#features/partners/partners.routes';
import type { Partners } from '#features/partners/partners-file';
import { paymentSamples } from '#features/payments/payments.public';
import { pollsRoutes } from '#features/polls/polls.routes';
import { profilesRoutes } from '#features/profiles/profiles.routes';
import { progressRoutes } from '#features/progress/progress.routes';
import { createProgressService } from '#features/progress/progress.service';
import { createReadProgress } from '#features/progress/read-progress';
import { createTestOutService } from '#features/progress/test-out.service';
import { quizzesRoutes } from '#features/quizzes/quizzes.routes';
import { searchRoutes } from '#features/search/search.routes';
import { setupRoutes } from '#features/setup/setup.routes';
import { videosRoutes } from '#features/videos/videos.routes';
import { vouchersRoutes } from '#features/vouchers/vouchers.routes';
import type { Config } from '#platform/config';
import { visitor } from '#platform/http/viewer';
import type { AppFeatures, FeatureDeps } from './create-features.ts';

/**
 * Registers everything below `/api`. The hooks come first: they identify the caller and enforce the access that the
 * contract declares.
 */
export async function registerApiRoutes(api: FastifyInstance, deps: FeatureDeps, features: AppFeatures): Promise<void> {
  const { config, db, readDb, databaseStatus, clock, secrets, limiter, site, partners, sourceReader, mapCompiler } =
    deps;
  const { labs, payments, accounts, announcements, authoring, privacy, readOpenAccess, variants } = features;
  const { readUser } = accounts;
  const mapFacts = createMapFacts(db);

  authenticate(api, accounts.sessions);
  api.decorate('consumeProof', accounts.consumeProof);
  api.decorate('readVisitor', async () => visitor(await readOpenAccess()));
  api.decorate('sharedAnswers', deps.sharedAnswers);
  api.addHook('onSend', async (_request, reply) => {
    // The answers that callers share have set it.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });

  accounts.routes(api);
  profilesRoutes(api, { db, clock, limiter, readUser });
  avatarsRoutes(api, { db, clock, limiter, readUser });
  notesRoutes(api, { db, clock, limiter });
  feedbackRoutes(api, { db, clock, limiter });
  payments.routes(api, { limiter, readUser });
  metricsRoutes(api, { db: readDb, clock });
  vouchersRoutes(api, { db, clock, limiter, readUser });
  outboxRoutes(api, { db, active: config.smtpUrl === null });
  announcements.routes(api);
  mailTemplatesRoutes(api, {
    templates: createMailTemplates({
      db,
      clock,
      publicUrl: config.publicUrl,
      site,
      samples: { account: accountSamples, payments: paymentSamples },
    }),
    sendTest: announcements.sendTest,
  });
  featureSwitchesRoutes(api, {
    db,
    configured: async () => configuredFeatures(config, await site.readNow(), partners, privacy.matomo),
    readPrivacy: privacy.readFeatures,
  });
  siteSettingsRoutes(api, { db, site });
  setupRoutes(api, {
    config,
    db,
    clock,
    limiter,
    mailer: deps.mailer,
    site,
    operatorAccount: accounts.operatorAccount,
  });
  contentRoutes(api, { db, mapFacts });
  authoring.routes(api);
  mapsRoutes(api, { db, clock, compile: mapCompiler });
  presenceRoutes(api, { db, clock, limiter });
  companyRoutes(api, { db, partners, readUser });
  quizzesRoutes(api, { db, clock, limiter });
  pollsRoutes(api, { db, clock, limiter });
  progressRoutes(api, {
    ...{ db, clock, limiter },
    progress: createProgressService({ db, clock }),
    testOut: createTestOutService({ db, clock }),
    readProgress: createReadProgress({ db, shared: deps.sharedReadings }),
  });
  const drillDeps = { db, clock, limiter, key: secrets.key('drills') };
  drillRoutes(api, createDrillService(drillDeps), createVisitorDrillService(drillDeps));
  flagRoutes(api, db, createFlagService({ db, clock, limiter, onLabSolve: labs.onLabSolve }));
  overviewRoutes(api, { db, clock, mapFacts, countDueReviews });
  leaderboardRoutes(api, { db: readDb, clock });
  videosRoutes(api, { db, clock, limiter });
  searchRoutes(api, { db: readDb, limiter });
  await labs.routes(api);
  await privacy.routes(api);
  await transferRoutes(api, createTransfer({ db, clock, limiter, reader: sourceReader }));
  await uploadsRoutes(api, createUploads({ db, clock, limiter, variants, reader: sourceReader }));
  auditLogRoutes(api, { db });
  adminOverviewRoutes(api, { config, db, clock, databaseStatus, deleteDemoAccounts: accounts.deleteDemoAccounts });
  deps.monitoring.routes(api);
}

/** Returns the features that the configuration and the settings of the site switch on. */
const configuredFeatures = (
  config: Config,
  site: CurrentSettings,
  partners: Partners,
  matomo: AppFeatures['privacy']['matomo'],
) => ({
  name: site.name,
  paddle: config.paddle !== null,
  login: true,
  register: site.register !== 'closed',
  invite_only: site.register === 'invite',
  provider: config.oidc && { name: config.oidc.name },
  msg: config.serverMessage,
  social: config.socialLinks,
  free_tier: site.freeTier,
  mail: config.smtpUrl !== null,
  matomo,
  ...presentPartners(partners),
});
