import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Jobs } from '#platform/jobs';
import type { Mailer } from '#platform/mail';
import type { Secrets } from '#platform/secrets';
import { createAccessTokens } from './access-token.ts';
import { accountRoutes } from './accounts.routes.ts';
import { type ConfirmIdentity, createConfirmIdentity } from './confirm-identity.ts';
import { createLinks, type Links } from './links.ts';
import { createQueueMail, type QueueMail } from './mails/account-mails.ts';
import { handleAccountMails } from './mails/mail-worker.ts';
import { ownAccountRoutes } from './own-account.routes.ts';
import { ownDataRoutes } from './own-data/own-data.routes.ts';
import { createOwnData, type OwnData } from './own-data/own-data.service.ts';
import { createProofOfWork, type ProofOfWork } from './pow.ts';
import { providerRoutes } from './provider/provider.routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { createSecondFactor, type SecondFactor } from './second-factor/second-factor.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { createSessionService, type SessionService } from './sessions.service.ts';
import { createTickets, type Tickets } from './tickets.ts';

interface Given {
  config: Config;
  db: Db;
  clock: Clock;
  secrets: Secrets;
  limiter: RateLimiter;
  jobs: Jobs;
  mailer: Mailer;
  /** Stops what the user runs in labs, before the account goes. */
  endLabs: (userPk: number) => Promise<void>;
}

/** What the parts of this feature are made of. */
export interface AccountDeps extends Given {
  sessions: SessionService;
  pow: ProofOfWork;
  tickets: Tickets;
  links: Links;
  confirm: ConfirmIdentity;
  queueMail: QueueMail;
  secondFactor: SecondFactor;
  ownData: OwnData;
}

/** Accounts: their sessions, sign-in in all its ways, settings, mails. */
export function createAccounts(given: Given) {
  const { config, db, clock, secrets, limiter, jobs } = given;
  const tokens = createAccessTokens(secrets.key('access-token'), clock);
  const queueMail = createQueueMail(jobs);
  const deps: AccountDeps = {
    ...given,
    sessions: createSessionService({ db, clock, tokens, queueMail }),
    pow: createProofOfWork({ db, clock, key: secrets.key('proof-of-work'), cost: config.powCost }),
    tickets: createTickets({ db, clock }),
    links: createLinks({ key: secrets.key('mail-links'), clock, publicUrl: config.publicUrl }),
    confirm: createConfirmIdentity({ db, clock, limiter }),
    queueMail,
    secondFactor: createSecondFactor({ clock, key: secrets.key('second-factor'), queueMail }),
    ownData: createOwnData({ ...given, queueMail }),
  };
  handleAccountMails(deps);
  return {
    sessions: deps.sessions,
    consumeProof: deps.pow.consume,
    routes: (app: FastifyInstance) => {
      accountRoutes(app, deps);
      ownAccountRoutes(app, deps);
      sessionRoutes(app, deps);
      secondFactorRoutes(app, deps);
      providerRoutes(app, deps);
      ownDataRoutes(app, deps);
    },
    sweeps: [deps.sessions.sweep, deps.pow.sweep, deps.tickets.sweep, deps.ownData.sweep],
  };
}
