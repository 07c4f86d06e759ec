import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/errors';
import { networkOf } from '#platform/http/network';
import type { RateLimiter } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import type { AccountService } from './accounts.service.ts';
import type { ProofOfWork } from './pow.ts';
import type { SessionService } from './sessions.service.ts';
import { presentUser } from './users.presenter.ts';
import { findUserByPk } from './users.read-model.ts';

export interface AccountRoutesDeps {
  db: Db;
  accounts: AccountService;
  sessions: SessionService;
  pow: ProofOfWork;
  limiter: RateLimiter;
}

const limits = {
  // Making a challenge costs us a little; solving one costs them more.
  pow: { name: 'pow', hits: 120, seconds: 60 },
  // By address, wide enough for a whole class behind one.
  signup: { name: 'signup', hits: 200, seconds: 3_600 },
  loginAddress: { name: 'login-address', hits: 200, seconds: 300 },
  // Counted per address and account together: nobody can lock somebody else out from afar.
  loginAccount: { name: 'login-account', hits: 8, seconds: 300 },
  refresh: { name: 'refresh', hits: 120, seconds: 300 },
};

export function accountRoutes(app: FastifyInstance, deps: AccountRoutesDeps): void {
  const { db, accounts, sessions, pow, limiter } = deps;
  registerEndpoints(app, {
    'GET /api/account/pow': async ({ query, request }) => {
      await limiter.take(limits.pow, networkOf(request.ip));
      const { parameters, signature } = await pow.challenge(query.method, query.path);
      return { parameters: { ...parameters }, signature };
    },

    'POST /api/account/signup': async ({ body, request }) => {
      await pow.consume(request.headers['x-pow'], 'POST', '/api/account/signup');
      await limiter.take(limits.signup, networkOf(request.ip));
      return accounts.signup({ ...body, email: body.email ?? '' }, request.headers['user-agent'] ?? '');
    },

    'POST /api/account/login': async ({ body, request }) => {
      await limiter.take(limits.loginAddress, networkOf(request.ip));
      await limiter.take(limits.loginAccount, `${networkOf(request.ip)}:${body.username.toLowerCase()}`);
      return accounts.login(body, request.headers['user-agent'] ?? '');
    },

    'POST /api/account/refresh_token': async ({ body, request }) => {
      await limiter.take(limits.refresh, networkOf(request.ip));
      return sessions.refresh(body.refresh);
    },

    'POST /api/account/logout': async ({ viewer }) => {
      await sessions.end(viewer);
      return {};
    },

    'GET /api/account/details': async ({ viewer }) => {
      const user = await findUserByPk(db, viewer.pk);
      if (!user) throw new AppError('session_ended', 'This session has ended. Log in again.');
      return { user: presentUser(user) };
    },
  });
}
