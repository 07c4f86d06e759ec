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
import { createWriteAnnouncement } from './announcement-letter.ts';
import { announcementsRoutes } from './announcements.routes.ts';
import { createAnnouncementService } from './announcements.service.ts';
import { createBounceService } from './bounces/bounces.service.ts';
import { mailCallbackRoutes } from './mail-callbacks.routes.ts';
import { mailFrameRoute } from './mail-frame.ts';
import { openJournal } from './sending/journal.ts';
import { createSender } from './sending/sender.ts';
import { createSendTest } from './test-mails.ts';
import { createUnsubscribe } from './unsubscribe.ts';

interface Given {
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

/** Mails that the operator writes to many, and those that came back. */
export function createAnnouncements(given: Given) {
  const { config, db, databaseStatus, clock, secrets, limiter, jobs, mailer, reader, warn } = given;
  const unsubscribe = createUnsubscribe({ key: secrets.key('unsubscribe'), publicUrl: config.publicUrl });
  const write = createWriteAnnouncement({ publicUrl: config.publicUrl, unsubscribe, render: reader.render });
  const bounces = createBounceService({ db, clock });
  const sendTest = createSendTest({ db, limiter, mailer });
  const sender = createSender({
    db,
    databaseStatus,
    clock,
    jobs,
    write,
    warn,
    journal: openJournal(config.dataDir),
    smtp: config.smtpUrl ? smtpServer(config.smtpUrl, config.mailFrom) : null,
  });
  const service = createAnnouncementService({ db, clock, write, queue: sender.queue });
  return {
    sendTest,
    /** What others than people call: no access code stands before it. */
    async callbacks(app: FastifyInstance): Promise<void> {
      await mailCallbackRoutes(app, { db, unsubscribe, bounces, bouncesSecret: config.mailBouncesSecret });
    },
    frame: mailFrameRoute,
    routes: (app: FastifyInstance) =>
      announcementsRoutes(app, { db, clock, limiter, service, bounces, unsubscribe, write, sendTest }),
    begin: sender.sweep,
    stop: sender.stop,
    sweeps: [sender.sweep],
  };
}
