import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/http/routes';
import type { AccountDeps } from './account-deps.ts';
import { createOwnSessions } from './own-sessions.service.ts';

/** Counted per session: a thief with a stolen session cannot stop its owner from ending it. */
const endLimit = { name: 'end-sessions', hits: 120, seconds: 600 };

export function sessionRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const sessions = createOwnSessions(deps);
  registerEndpoints(app, {
    'GET /api/account/sessions': ({ viewer }) => sessions.list(viewer),

    'POST /api/account/logout': async ({ viewer, body }) => {
      await sessions.logOut(viewer, body.sid);
      return {};
    },

    'POST /api/account/logout_device': async ({ viewer, body }) => {
      await deps.limiter.take(endLimit, String(viewer.sessionPk));
      return sessions.end(viewer, body.sid_hash);
    },

    'POST /api/account/logout_others': async ({ viewer }) => {
      await deps.limiter.take(endLimit, String(viewer.sessionPk));
      return sessions.endOthers(viewer);
    },
  });
}
