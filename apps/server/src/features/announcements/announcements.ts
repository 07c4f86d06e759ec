import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SourceReader } from '#features/content/sources.public';
import type { SiteSettingsService } from '#features/feature-switches/feature-switches.public';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { DatabaseStatus } from '#platform/db/database-status';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Jobs } from '#platform/jobs';
import type { Mailer } from '#platform/mail';
import type { Secrets } from '#platform/secrets';
import { smtpServer } from '#platform/smtp';
import { audit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { SendTestMail } from '../mail-templates/mail-templates.public.ts';
import { createAnnouncementRenderer } from './announcement-mail.ts';
import { findOwnAddress } from './announcements.read-model.ts';
import { announcementsRoutes } from './announcements.routes.ts';
import { createAnnouncementService } from './announcements.service.ts';
import { createBounceService } from './bounces/bounces.service.ts';
import { mailCallbackRoutes } from './mail-callbacks.routes.ts';
import { openJournal } from './sending/delivery-journal.ts';
import { createSender } from './sending/sender.ts';
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
  site: Pick<SiteSettingsService, 'read'>;
  reader: Pick<SourceReader, 'render'>;
  warn: (problem: Record<string, unknown>) => void;
  countMail?: (result: 'sent' | 'failed') => void;
}

const script = "addEventListener('message',(event)=>{document.documentElement.innerHTML=event.data})";
const hash = createHash('sha256').update(script).digest('base64');
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mail</title></head><body><script>${script}</script></body></html>`;

/**
 * Registers an empty page that shows the mail which its parent page posts to it. Mails have inline styles, which the
 * Content Security Policy of all other pages forbids. The page has no origin, runs only its own script, and loads nothing.
 */
function mailFrameRoute(app: FastifyInstance): void {
  app.get('/api/mail/frame', { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({
        'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-scripts`,
        'x-frame-options': 'SAMEORIGIN',
      })
      .type('text/html; charset=utf-8')
      .send(page),
  );
}

const limit = { name: 'test-mails', hits: 20, seconds: 600 };

interface CreateTestMailSenderDeps {
  db: Db;
  limiter: RateLimiter;
  mailer: Mailer;
}

/** Creates the function that sends a test mail to the calling superuser, to check it in a real mailbox. */
const createTestMailSender =
  ({ db, limiter, mailer }: CreateTestMailSenderDeps): SendTestMail =>
  async (actor, subject, renderMail) => {
    const { email, username } = await findOwnAddress(db, actor);
    if (!email) throw new AppError('conflict', 'Your account has no confirmed email. Confirm one under Account first.');
    await limiter.take(limit, String(actor));
    // Without an ID, because mail programs show several test mails with the same Message-ID as one.
    const { id: _, ...mail } = await renderMail({ user: actor, username, address: email });
    await mailer.deliver({ ...mail, subject: `Test: ${mail.subject}` }).catch((error: Error) => {
      throw new AppError('unavailable', error.message);
    });
    await db.transaction().execute((tx) => audit(tx, { actor, action: 'mail.tested', subject }));
    return { to: email };
  };

/** Creates the announcements feature: mails to many accounts, unsubscribing, and bounce reports. */
export function createAnnouncements(deps: Deps) {
  const { config, db, databaseStatus, clock, secrets, limiter, jobs, mailer, site, reader, warn } = deps;
  const unsubscribe = createUnsubscribe({ key: secrets.key('unsubscribe'), publicUrl: config.publicUrl });
  const renderAnnouncement = createAnnouncementRenderer({
    ...{ publicUrl: config.publicUrl, site },
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
    countMail: deps.countMail,
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
