import type { FastifyInstance } from 'fastify';
import { createAccessTokens } from './access-token.ts';
import { accountDeletionRoutes } from './account-deletion/account-deletion.routes.ts';
import { createAccountDeletion } from './account-deletion/account-deletion.service.ts';
import type { AccountDeps, AccountsOptions } from './account-deps.ts';
import { accountRoutes } from './accounts.routes.ts';
import { createConfirmIdentity } from './confirm-identity.ts';
import { dataExportRoutes } from './data-export/data-export.routes.ts';
import { IdentityCache } from './identity-cache.ts';
import { createLinks } from './mail-links.ts';
import { handleAccountMails } from './mails/account-mail-worker.ts';
import { createQueueMail } from './mails/account-mails.ts';
import { createOperatorAccount } from './operator-account.ts';
import { ownAccountRoutes } from './own-account.routes.ts';
import { createProofOfWork } from './proof-of-work.ts';
import { providerRoutes } from './provider/provider.routes.ts';
import { createReadUser } from './read-user.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { createSecondFactor } from './second-factor/second-factor.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { createSessionService } from './sessions.service.ts';
import { createTickets } from './tickets.store.ts';
import { createPresentUser } from './users.presenter.ts';
import { usersAdminRoutes } from './users-admin/users-admin.routes.ts';

/** Creates the accounts feature: sessions, all sign-in methods, settings and mails. */
export function createAccounts(given: AccountsOptions) {
  const { config, db, clock, secrets, limiter, jobs, readOpenAccess } = given;
  const tokens = createAccessTokens(secrets.key('access-token'), clock);
  const queueMail = createQueueMail(jobs);
  const presentUser = createPresentUser(config.companyDomain);
  const readUser = createReadUser(presentUser);
  const identities = new IdentityCache(given.identityMs);
  const deps: AccountDeps = {
    ...given,
    sessions: createSessionService({ db, clock, tokens, queueMail, readOpenAccess, presentUser, identities }),
    pow: createProofOfWork({ db, clock, key: secrets.key('proof-of-work'), cost: config.powCost }),
    tickets: createTickets({ db, clock }),
    links: createLinks({ key: secrets.key('mail-links'), clock, publicUrl: config.publicUrl }),
    confirm: createConfirmIdentity({ db, clock, limiter }),
    queueMail,
    secondFactor: createSecondFactor({ clock, key: secrets.key('second-factor'), queueMail }),
    accountDeletion: createAccountDeletion({ ...given, queueMail }),
    readUser,
  };
  handleAccountMails(deps);
  return {
    sessions: deps.sessions,
    /** Returns the use of the cache of callers. */
    identityUsage: () => identities.usage,
    consumeProof: deps.pow.consume,
    readUser,
    operatorAccount: createOperatorAccount(deps),
    deleteDemoAccounts: deps.accountDeletion.removeDemoAccounts,
    routes: (app: FastifyInstance) => {
      accountRoutes(app, deps);
      ownAccountRoutes(app, deps);
      sessionRoutes(app, deps);
      secondFactorRoutes(app, deps);
      providerRoutes(app, deps);
      dataExportRoutes(app, deps);
      accountDeletionRoutes(app, deps);
      usersAdminRoutes(app, { ...deps, tokens });
    },
    sweeps: [deps.sessions.sweep, deps.pow.sweep, deps.tickets.sweep, deps.accountDeletion.sweep],
  };
}
