import { Readable } from 'node:stream';
import type { AdminUser } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';
import type { AccessTokens } from '../access-token.ts';
import type { AccountDeps } from '../account-deps.ts';
import { createAccountActions } from './account-actions.service.ts';
import { createAddUsers } from './add-users.service.ts';
import { createBulkActions } from './bulk-actions.service.ts';
import { findUserPk, readUserDetails } from './user-details.read-model.ts';
import { listUsers } from './users-admin.read-model.ts';
import { exportUsers } from './users-export.service.ts';
import { createViewAs } from './view-as.service.ts';

type Needed =
  | 'config'
  | 'db'
  | 'clock'
  | 'limiter'
  | 'links'
  | 'queueMail'
  | 'confirm'
  | 'readUser'
  | 'accountDeletion';

interface Deps extends Pick<AccountDeps, Needed> {
  tokens: AccessTokens;
}

const exportLimit = { name: 'users-export', hits: 30, seconds: 3_600 };

/** Routes with which superusers read and change accounts. */
export function usersAdminRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, db, clock, limiter, confirm, readUser, tokens } = deps;
  const actions = createAccountActions(deps);
  const bulk = createBulkActions({ db, actions });
  const people = createAddUsers({ ...deps, sendsMail: config.smtpUrl !== null });
  const viewAs = createViewAs({ db, tokens, readUser });

  const readOrThrow = async (pk: number | undefined): Promise<AdminUser> => {
    const details = pk === undefined ? undefined : await readUserDetails(db, pk, clock.now());
    if (!details) throw notFound('account');
    return details;
  };

  registerEndpoints(app, {
    'GET /api/admin/users': ({ query }) => listUsers(db, query),

    'GET /api/admin/users_export': async ({ viewer, query, reply }) => {
      await limiter.take(exportLimit, String(viewer.pk));
      reply.header('content-disposition', 'attachment; filename="hexpedition-people.csv"');
      return Readable.from(await exportUsers(db, viewer.pk, query));
    },

    'POST /api/admin/users/bulk': async ({ viewer, body }) => {
      if (body.act === 'deletion' && body.delete) await confirm(viewer, body.password);
      return bulk(viewer.pk, body);
    },

    'POST /api/admin/users/add': ({ viewer, body }) => people.add(viewer, body.text),

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

    'POST /api/admin/users/:username/deletion': async ({ viewer, params, body }) => {
      if (body.delete) await confirm(viewer, body.password);
      return readOrThrow(await actions.setDeletion(viewer.pk, params.username, body));
    },

    'POST /api/admin/users/:username/password_link': ({ viewer, params }) => people.link(viewer, params.username),

    'POST /api/admin/users/:username/view': ({ viewer, params }) => viewAs(viewer, params.username),
  });
}
