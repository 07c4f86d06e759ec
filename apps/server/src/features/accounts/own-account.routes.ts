import type { FastifyInstance } from 'fastify';
import { networkOf } from '#platform/http/network';
import { registerEndpoints } from '#platform/http/routes';
import { createAccountChanges } from './account-changes.service.ts';
import type { AccountDeps } from './account-deps.ts';
import { createEmailService } from './email.service.ts';
import { createInviteService } from './invites.service.ts';

const limits = {
  // Counted per session: attempts with a stolen session must not stop the owner from changing the password.
  change: { name: 'account-change', hits: 20, seconds: 3_600 },
  settings: { name: 'account-settings', hits: 60, seconds: 60 },
  // Counted per network, because visitors may look up a code; high enough for a class that shares one code.
  invite: { name: 'invite', hits: 100, seconds: 600 },
};

/** Routes for the owner's account, except sessions, second factors, provider, data export and deletion. */
export function ownAccountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { limiter } = deps;
  const emails = createEmailService(deps);
  const invites = createInviteService(deps);
  const account = createAccountChanges({ ...deps, emails });

  registerEndpoints(app, {
    'GET /api/account/details': async ({ viewer }) => ({ user: await deps.readUser(deps.db, viewer.pk) }),

    'GET /api/account/ip': async ({ request }) => ({ ip: request.ip }),

    'POST /api/account/user': async ({ viewer, body }) => {
      await limiter.take(limits.change, String(viewer.sessionPk));
      return { user: await account.change(viewer, body) };
    },

    'POST /api/account/settings': async ({ viewer, body }) => {
      await limiter.take(limits.settings, String(viewer.pk));
      return { user: await account.changeSettings(viewer, body) };
    },

    'POST /api/account/resend_verification': async ({ viewer }) => {
      await emails.resend(viewer);
      return {};
    },

    'POST /api/account/invite_code': async ({ viewer, body, request }) => {
      await limiter.take(limits.invite, networkOf(request.ip));
      if (!viewer) return { grants: await invites.find(body.invite_code), user: null };
      const grants = await invites.redeemForUser(viewer.pk, body.invite_code);
      return { grants, user: await deps.readUser(deps.db, viewer.pk) };
    },
  });
}
