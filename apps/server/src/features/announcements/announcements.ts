import type { FastifyInstance } from 'fastify';
import type { SourceReader } from '#features/content/sources.public';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { DatabaseStatus } from '#platform/db/database-status';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Jobs } from '#platform/jobs';
import type { Mailer } from '#platform/mail';
import type { Secrets } from '#platform/secrets';
import { smtpServer } from '#platform/smtp';
import { createAnnouncementRenderer } from './announcement-mail.ts';
import { announcementsRoutes } from './announcements.routes.ts';
import { createAnnouncementService } from './announcements.service.ts';
import { createBounceService } from './bounces/bounces.service.ts';
import { mailCallbackRoutes } from './mail-callbacks.routes.ts';
import { mailFrameRoute } from './mail-frame.ts';
import { openJournal } from './sending/delivery-journal.ts';
import { createSender } from './sending/sender.ts';
import { createTestMailSender } from './test-mails.ts';
import { createUnsubscribe } from './unsubscribe.ts';

interface Deps {
  config: Pick<Config, 'publicUrl' | 'dataDir' | 'smtpUrl' | 'mailFrom' | 'mailBouncesSecret'>;
  db: Db;
  databaseStatus: DatabaseStatus;
  clock: Clock;
  secrets: Secrets;
  limiter: RateLimiter;
  jobs: Jobs;
  mailer: Mailer;
  reader: Pick<SourceReader, 'render'>;
  warn: (problem: Record<string, unknown>) => void;
}

/** Creates the announcements feature: mails to many accounts, unsubscribing, and bounce reports. */
export function createAnnouncements(deps: Deps) {
  const { config, db, databaseStatus, clock, secrets, limiter, jobs, mailer, reader, warn } = deps;
  const unsubscribe = createUnsubscribe({ key: secrets.key('unsubscribe'), publicUrl: config.publicUrl });
  const renderAnnouncement = createAnnouncementRenderer({
    publicUrl: config.publicUrl,
    unsubscribe,
    render: reader.render,
  });
  const bounces = createBounceService({ db, clock });
  const sendTest = createTestMailSender({ db, limiter, mailer });
  const sender = createSender({
    db,
    databaseStatus,
    clock,
    jobs,
    renderAnnouncement,
    warn,
    journal: openJournal(config.dataDir),
    smtp: config.smtpUrl ? smtpServer(config.smtpUrl, config.mailFrom) : null,
  });
  const service = createAnnouncementService({ db, clock, renderAnnouncement, queue: sender.queue });
  return {
    sendTest,
    /** Routes for mail programs and mail servers. They are exempt from the site access code. */
    async callbacks(app: FastifyInstance): Promise<void> {
      await mailCallbackRoutes(app, { db, unsubscribe, bounces, bouncesSecret: config.mailBouncesSecret });
    },
    frame: mailFrameRoute,
    routes: (app: FastifyInstance) =>
      announcementsRoutes(app, { db, clock, limiter, service, bounces, unsubscribe, renderAnnouncement, sendTest }),
    begin: sender.sweep,
    stop: sender.stop,
    sweeps: [sender.sweep],
  };
}
