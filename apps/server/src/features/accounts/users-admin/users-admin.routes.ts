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
    'GET /api/admin/people': ({ query }) => listUsers(db, query),

    'GET /api/admin/people/:username': async ({ params }) => readOrThrow(await findUserPk(db, params.username)),

    'POST /api/admin/people/:username/grant': async ({ viewer, params, body }) =>
      readOrThrow(await actions.grant(viewer.pk, params.username, body)),

    'POST /api/admin/people/:username/take_back': async ({ viewer, params, body }) =>
      readOrThrow(await actions.takeBack(viewer.pk, params.username, body.pk)),

    'POST /api/admin/people/:username/beta': async ({ viewer, params, body }) =>
      readOrThrow(await actions.setBeta(viewer.pk, params.username, body.beta_access)),

    'POST /api/admin/people/:username/active': async ({ viewer, params, body }) =>
      readOrThrow(
        await actions.setActive(viewer.pk, params.username, { isActive: body.is_active, reason: body.reason }),
      ),

    'POST /api/admin/people/:username/end_sessions': async ({ viewer, params, body }) =>
      readOrThrow(await actions.endSessions(viewer.pk, params.username, body.sid_hash)),

    'POST /api/admin/people/:username/second_factor': async ({ viewer, params, body }) => {
      await confirm(viewer, body.password);
      return readOrThrow(await actions.removeSecondFactor(viewer.pk, params.username));
    },

    'POST /api/admin/people/:username/superuser': async ({ viewer, params, body }) => {
      await confirm(viewer, body.password);
      return readOrThrow(await actions.setSuperuser(viewer.pk, params.username, body.is_superuser));
    },

    'POST /api/admin/people/:username/view': ({ viewer, params }) => viewAs(viewer, params.username),
  });
}
