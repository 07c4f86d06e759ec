import type { Person } from '@hexpedition/contract';
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

/** What superusers see of accounts, and do to them. */
export function usersAdminRoutes(app: FastifyInstance, { db, clock, confirm, readUser, tokens }: Deps): void {
  const acts = createAccountActions({ db, clock });
  const viewAs = createViewAs({ db, tokens, readUser });

  const shown = async (pk: number | undefined): Promise<Person> => {
    const person = pk === undefined ? undefined : await readUserDetails(db, pk, clock.now());
    if (!person) throw notFound('account');
    return person;
  };

  registerEndpoints(app, {
    'GET /api/admin/people': ({ query }) => listUsers(db, query),

    'GET /api/admin/people/:username': async ({ params }) => shown(await findUserPk(db, params.username)),

    'POST /api/admin/people/:username/grant': async ({ viewer, params, body }) =>
      shown(await acts.grant(viewer.pk, params.username, body)),

    'POST /api/admin/people/:username/take_back': async ({ viewer, params, body }) =>
      shown(await acts.takeBack(viewer.pk, params.username, body.pk)),

    'POST /api/admin/people/:username/beta': async ({ viewer, params, body }) =>
      shown(await acts.setBeta(viewer.pk, params.username, body.beta_access)),

    'POST /api/admin/people/:username/active': async ({ viewer, params, body }) =>
      shown(await acts.setActive(viewer.pk, params.username, { isActive: body.is_active, reason: body.reason })),

    'POST /api/admin/people/:username/end_sessions': async ({ viewer, params, body }) =>
      shown(await acts.endSessions(viewer.pk, params.username, body.sid_hash)),

    'POST /api/admin/people/:username/second_factor': async ({ viewer, params, body }) => {
      await confirm(viewer, body.password);
      return shown(await acts.removeSecondFactor(viewer.pk, params.username));
    },

    'POST /api/admin/people/:username/superuser': async ({ viewer, params, body }) => {
      await confirm(viewer, body.password);
      return shown(await acts.setSuperuser(viewer.pk, params.username, body.is_superuser));
    },

    'POST /api/admin/people/:username/view': ({ viewer, params }) => viewAs(viewer, params.username),
  });
}
