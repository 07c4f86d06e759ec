import type { AdminUser } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';
import type { AccessTokens } from '../access-token.ts';
import type { AccountDeps } from '../account-deps.ts';
import { createAccountActions } from './account-actions.service.ts';
import { findUserPk, readUserDetails } from './user-details.read-model.ts';
import { listUsers } from './users-admin.read-model.ts';
import { createViewAs } from './view-as.service.ts';

interface Deps extends Pick<AccountDeps, 'db' | 'clock' | 'confirm' | 'readUser'> {
  tokens: AccessTokens;
}

/** Routes with which superusers read and change accounts. */
export function usersAdminRoutes(app: FastifyInstance, { db, clock, confirm, readUser, tokens }: Deps): void {
  const actions = createAccountActions({ db, clock });
  const viewAs = createViewAs({ db, tokens, readUser });

  const readOrThrow = async (pk: number | undefined): Promise<AdminUser> => {
    const details = pk === undefined ? undefined : await readUserDetails(db, pk, clock.now());
    if (!details) throw notFound('account');
    return details;
  };

  registerEndpoints(app, {
    'GET /api/admin/users': ({ query }) => listUsers(db, query),

    'GET /api/admin/users/:username': async ({ params }) => readOrThrow(await findUserPk(db, params.username)),

    'POST /api/admin/users/:username/grant': async ({ viewer, params, body }) =>
      readOrThrow(await actions.grant(viewer.pk, params.username, body)),

    'POST /api/admin/users/:username/revoke': async ({ viewer, params, body }) =>
      readOrThrow(await actions.revokeTier(viewer.pk, params.username, body.pk)),

    'POST /api/admin/users/:username/beta': async ({ viewer, params, body }) =>
      readOrThrow(await actions.setBeta(viewer.pk, params.username, body.beta_access)),

    'POST /api/admin/users/:username/active': async ({ viewer, params, body }) =>
      readOrThrow(
        await actions.setActive(viewer.pk, params.username, { isActive: body.is_active, reason: body.reason }),
      ),

    'POST /api/admin/users/:username/end_sessions': async ({ viewer, params, body }) =>
      readOrThrow(await actions.endSessions(viewer.pk, params.username, body.sid_hash)),

    'POST /api/admin/users/:username/second_factor': async ({ viewer, params, body }) => {
      await confirm(viewer, body.password);
      return readOrThrow(await actions.removeSecondFactor(viewer.pk, params.username));
    },

    'POST /api/admin/users/:username/superuser': async ({ viewer, params, body }) => {
      await confirm(viewer, body.password);
      return readOrThrow(await actions.setSuperuser(viewer.pk, params.username, body.is_superuser));
    },

    'POST /api/admin/users/:username/view': ({ viewer, params }) => viewAs(viewer, params.username),
  });
}
