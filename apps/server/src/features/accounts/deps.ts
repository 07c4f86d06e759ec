import type { WriteLetter } from '#features/letters/letters.public';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Opened } from '#platform/http/viewer';
import type { Jobs } from '#platform/jobs';
import type { Mailer } from '#platform/mail';
import type { Secrets } from '#platform/secrets';
import type { ConfirmIdentity } from './confirm-identity.ts';
import type { Links } from './links.ts';
import type { QueueMail } from './mails/account-mails.ts';
import type { Leaving, OwnData } from './own-data/own-data.service.ts';
import type { ProofOfWork } from './pow.ts';
import type { ReadUser } from './read-user.ts';
import type { SecondFactor } from './second-factor/second-factor.ts';
import type { SessionService } from './sessions.service.ts';
import type { Tickets } from './tickets.store.ts';

/** What the feature is given. */
export interface AccountsGiven {
  config: Config;
  db: Db;
  clock: Clock;
  secrets: Secrets;
  limiter: RateLimiter;
  jobs: Jobs;
  mailer: Mailer;
  writeLetter: WriteLetter;
  opened: Opened;
  /** Stops what the user runs in labs, before the account goes. */
  endLabs: (userPk: number) => Promise<void>;
  /** What is kept of the user's workspaces in labs, for their own data. */
  homesOf: (userPk: number) => Promise<{ lab: string | null; bytes: number; saved_at: Date }[]>;
  /** Ends what the user pays for, when the deletion is asked for and when the account goes. */
  leaving: Leaving;
}

/** What the parts of this feature are made of. */
export interface AccountDeps extends AccountsGiven {
  sessions: SessionService;
  pow: ProofOfWork;
  tickets: Tickets;
  links: Links;
  confirm: ConfirmIdentity;
  queueMail: QueueMail;
  secondFactor: SecondFactor;
  ownData: OwnData;
  readUser: ReadUser;
}
