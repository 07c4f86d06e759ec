import type { SiteSettingsService } from '#features/feature-switches/feature-switches.public';
import type { ComposeMail } from '#features/mail-templates/mail-templates.public';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { OpenAccess } from '#platform/http/viewer';
import type { Jobs } from '#platform/jobs';
import type { Mailer } from '#platform/mail';
import type { Secrets } from '#platform/secrets';
import type { AccountDeletion, DeletionHooks } from './account-deletion/account-deletion.service.ts';
import type { ConfirmIdentity } from './confirm-identity.ts';
import type { Links } from './mail-links.ts';
import type { QueueMail } from './mails/account-mails.ts';
import type { ProofOfWork } from './proof-of-work.ts';
import type { ReadUser } from './read-user.ts';
import type { SecondFactor } from './second-factor/second-factor.ts';
import type { SessionService } from './sessions.service.ts';
import type { Tickets } from './tickets.store.ts';

/** Dependencies that the application passes to the feature. */
export interface AccountsOptions {
  config: Config;
  db: Db;
  clock: Clock;
  secrets: Secrets;
  limiter: RateLimiter;
  jobs: Jobs;
  mailer: Mailer;
  composeMail: ComposeMail;
  /** Reads which content is open to everyone. */
  readOpenAccess: () => Promise<OpenAccess>;
  /** Settings of the site. */
  site: SiteSettingsService;
  /** Milliseconds for which the caller of a credential is remembered. */
  identityMs: number;
  /** Stops the user's lab instances before the account is deleted. */
  endLabs: (userPk: number) => Promise<void>;
  /** Lists the stored workspace homes of the user for the data export. */
  listLabHomes: (userPk: number) => Promise<{ lab: string | null; bytes: number; saved_at: Date }[]>;
  /** Cancels subscriptions when a deletion is scheduled and when the account is deleted. */
  deletionHooks: DeletionHooks;
}

/** Dependencies of the services and routes inside this feature. */
export interface AccountDeps extends AccountsOptions {
  sessions: SessionService;
  pow: ProofOfWork;
  tickets: Tickets;
  links: Links;
  confirm: ConfirmIdentity;
  queueMail: QueueMail;
  secondFactor: SecondFactor;
  accountDeletion: AccountDeletion;
  readUser: ReadUser;
}
