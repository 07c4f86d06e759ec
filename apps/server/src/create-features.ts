import type { FastifyBaseLogger } from 'fastify';
import { createAccounts } from '#features/accounts/accounts';
import { createAnnouncements } from '#features/announcements/announcements';
import { createAuthoring } from '#features/content/authoring/course-authoring';
import type { SourceReader } from '#features/content/sources.public';
import { createTransferSweep } from '#features/content/transfer/transfer.sweep';
import { createUploadsSweep } from '#features/content/uploads/uploads.sweep';
import type { SiteSettingsService } from '#features/feature-switches/feature-switches.public';
import type { createLabs } from '#features/labs/labs.public';
import { createBoardsSweep } from '#features/leaderboard/boards.sweep';
import { createComposeMail } from '#features/mail-templates/mail-templates.public';
import type { MapCompiler } from '#features/maps/map-compiler';
import { createPresenceSweep } from '#features/maps/presence.sweep';
import { createMediaSweep } from '#features/media/media.sweep';
import { createVariants } from '#features/media/pictures/picture-variants';
import { createMetricsSweep } from '#features/metrics/metrics.sweep';
import type { Monitoring } from '#features/monitoring/monitoring';
import { createOutboxSweep } from '#features/outbox/outbox.sweep';
import type { Partners } from '#features/partners/partners-file';
import type { PaddleApi } from '#features/payments/paddle/paddle-api';
import { createPayments } from '#features/payments/payments';
import { createPrivacy } from '#features/privacy/privacy';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { DatabaseStatus } from '#platform/db/database-status';
import type { Db } from '#platform/db/db';
import { sweepPageChanges } from '#platform/db/recorded-page-changes';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { SharedAnswers } from '#platform/http/shared-answers';
import type { Jobs } from '#platform/jobs';
import type { Mailer } from '#platform/mail';
import type { Secrets } from '#platform/secrets';
import type { SharedReadings } from '#platform/shared-readings';
import type { Sweeps } from '#platform/sweeps';
import type { ProcessMetrics } from '#platform/telemetry/metrics';

/** Dependencies of the features. */
export interface FeatureDeps {
  config: Config;
  db: Db;
  /** For boards, search and statistics. It may be some seconds behind. */
  readDb: Db;
  databaseStatus: DatabaseStatus;
  clock: Clock;
  secrets: Secrets;
  jobs: Jobs;
  limiter: RateLimiter;
  mailer: Mailer;
  site: SiteSettingsService;
  partners: Partners;
  sourceReader: SourceReader;
  mapCompiler: MapCompiler;
  /** Created from the configuration if undefined. */
  paddleApi: PaddleApi | undefined;
  labs: ReturnType<typeof createLabs>;
  sharedAnswers: SharedAnswers | undefined;
  sharedReadings: SharedReadings | undefined;
  /** Milliseconds for which the caller of a credential is remembered. */
  identityMs: number;
  log: FastifyBaseLogger;
  isStopping: () => boolean;
  metrics: ProcessMetrics;
  monitoring: Monitoring;
}

export type AppFeatures = ReturnType<typeof createFeatures>;

/** Creates the features that other features or several parts of the server use. */
export function createFeatures(deps: FeatureDeps) {
  const { config, db, databaseStatus, clock, secrets, jobs, limiter, mailer, site, partners, sourceReader, labs, log } =
    deps;
  const readOpenAccess = async () => ({ freeTier: (await site.read()).freeTier, preview: partners.preview });
  const composeMail = createComposeMail({
    ...{ db, site },
    warn: (problem) => log.warn(problem, 'Unusable custom mail template; the default text was sent'),
  });
  const payments = createPayments({
    ...{ config, db, clock, jobs, mailer, composeMail, log, site },
    ...{ isStopping: deps.isStopping, paddleApi: deps.paddleApi },
  });
  const accounts = createAccounts({
    ...{ config, db, clock, secrets, limiter, jobs, mailer, composeMail },
    ...{ site, readOpenAccess },
    identityMs: deps.identityMs,
    endLabs: labs.stopLabsOf,
    deletionHooks: payments.deletionHooks,
    listLabHomes: labs.homesOf,
  });
  deps.metrics.watchCache('identities', accounts.identityUsage);
  const announcements = createAnnouncements({
    ...{ config, db, databaseStatus, clock, secrets, limiter, jobs, mailer, site, reader: sourceReader },
    warn: (problem) => log.warn(problem, 'Announcement delivery is stalled'),
    countMail: (result) => deps.metrics.countMail('announcement', result),
  });
  const authoring = createAuthoring({ db, reader: sourceReader, clock, limiter });
  const privacy = createPrivacy({ config, db, clock, limiter });
  return { labs, payments, accounts, announcements, authoring, privacy, readOpenAccess, variants: createVariants(db) };
}

/** Returns the clean-up jobs of all features. */
export function sweepsOf({ db, clock, limiter }: FeatureDeps, features: AppFeatures): Sweeps {
  return {
    fleet: [
      limiter.sweep,
      () => sweepPageChanges(db),
      createOutboxSweep({ db, clock }),
      createMediaSweep({ db, clock }),
      createUploadsSweep({ db, clock }),
      createTransferSweep({ db, clock }),
      createBoardsSweep({ db, clock }),
      ...features.payments.sweeps,
      createPresenceSweep({ db, clock }),
      features.authoring.sweep,
      features.privacy.sweep,
      createMetricsSweep({ db, clock }),
      ...features.accounts.sweeps,
    ],
    // The sender has a lock of its own. Each node has a journal of the mails that it was sending.
    node: [features.labs.sweepHomes, ...features.announcements.sweeps],
  };
}
