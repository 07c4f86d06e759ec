import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/http/routes';
import type { AccountDeps } from '../account-deps.ts';

export function accountDeletionRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, confirm, accountDeletion, readUser } = deps;
  registerEndpoints(app, {
    'POST /api/account/delete': async ({ viewer, body }) => {
      await confirm(viewer, body.password);
      await accountDeletion.schedule(viewer.pk);
      return {};
    },

    'POST /api/account/keep': async ({ viewer }) => {
      await accountDeletion.cancel(viewer.pk);
      return { user: await readUser(db, viewer.pk) };
    },
  });
}
