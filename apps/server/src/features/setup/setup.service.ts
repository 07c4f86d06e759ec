import type { SetupMailAnswer, SetupState, SignedIn, SiteSettingsEdit } from '@hexpedition/contract';
import type { OperatorAccount } from '#features/accounts/accounts.public';
import type { SiteSettingsService } from '#features/feature-switches/feature-switches.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Mailer } from '#platform/mail';
import { version } from '#platform/version';
import { lockSetupLink, markSetupLinkUsed } from './setup-link.store.ts';
import { requireSetupLink } from './setup-link.ts';
import { renderSetupMail } from './setup-mail.ts';

export interface SetupDeps {
  config: Pick<Config, 'publicUrl' | 'smtpUrl' | 'mailFrom' | 'paddle'>;
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  mailer: Mailer;
  site: SiteSettingsService;
  operatorAccount: OperatorAccount;
}

/** Calls from one network. A wrong token is as expensive as a right one. */
const attempts = { name: 'setup', hits: 60, seconds: 300 };
const mails = { name: 'setup-mails', hits: 10, seconds: 3_600 };

interface Finish {
  token: string;
  username: string;
  password: string;
  settings: SiteSettingsEdit;
}

/** The setup wizard. Nothing is stored before its last step, so a wizard that is left unfinished changes nothing. */
export function createSetup({ config, db, clock, limiter, mailer, site, operatorAccount }: SetupDeps) {
  async function open(token: string, network: string): Promise<void> {
    await limiter.take(attempts, network);
    await requireSetupLink(db, token, clock.now());
  }

  return {
    /** @throws AppError link_invalid, link_expired, too_many_requests */
    async readState(token: string, network: string): Promise<SetupState> {
      await open(token, network);
      return {
        host: new URL(config.publicUrl).host,
        version,
        settings: await site.describe(),
        mail: config.smtpUrl ? { server: new URL(config.smtpUrl).host, from: config.mailFrom } : null,
        payments: config.paddle !== null,
      };
    },

    /**
     * Sends a test mail and waits for the answer of the mail server.
     * @throws AppError link_invalid, link_expired, too_many_requests
     */
    async sendMail(token: string, to: string, network: string): Promise<SetupMailAnswer> {
      await open(token, network);
      await limiter.take(mails, 'site');
      const { name } = await site.read();
      const refusal = await mailer.deliver({ to, ...renderSetupMail(config.publicUrl, name) }).then(
        () => null,
        (error: Error) => error.message,
      );
      const outcome = refusal ? 'refused' : config.smtpUrl ? 'accepted' : 'stored';
      await db
        .transaction()
        .execute((tx) => audit(tx, { actor: null, action: 'mail.tested', subject: 'setup', data: { outcome } }));
      return { outcome, reason: refusal };
    },

    /**
     * Stores settings and account, and ends the validity of the link, in one transaction. Of two calls at the same time
     * one succeeds.
     * @throws AppError link_invalid, link_expired, too_many_requests, username_taken, weak_password, conflict
     */
    async finish(input: Finish, { network, userAgent }: { network: string; userAgent: string }): Promise<SignedIn> {
      await open(input.token, network);
      const account = await operatorAccount.prepare(input.username, input.password);
      return db.transaction().execute(async (tx) => {
        await lockSetupLink(tx);
        const now = clock.now();
        await requireSetupLink(tx, input.token, now);
        const pk = await operatorAccount.insert(tx, account);
        await site.change(tx, pk, input.settings);
        await markSetupLinkUsed(tx, now);
        await audit(tx, { actor: pk, action: 'setup.finished' });
        return operatorAccount.openSession(tx, pk, userAgent);
      });
    },
  };
}
