import type { FastifyInstance } from 'fastify';
import { networkOf } from '#platform/http/network';
import { registerEndpoints } from '#platform/http/routes';
import type { AccountDeps } from './deps.ts';
import { createEmailService } from './email.service.ts';
import { createInviteService } from './invites.service.ts';
import { createLogin } from './login.service.ts';
import { createPasswordReset } from './password-reset.service.ts';
import { createSignup } from './signup.service.ts';
import { loginKey } from './users.read-model.ts';

/** By network, wide enough for a whole class behind one address. */
const limits = {
  // Making a challenge costs us a little; solving one costs them more.
  pow: { name: 'pow', hits: 600, seconds: 60 },
  signup: { name: 'signup', hits: 200, seconds: 3_600 },
  // Stops guesses at one account from one network. Long before that, each try costs a proof of work.
  loginAccount: { name: 'login-account', hits: 100, seconds: 300 },
  // Counted by session where there is one, so that rubbish from the same network shuts nobody out.
  refresh: { name: 'refresh', hits: 120, seconds: 300 },
  reset: { name: 'reset', hits: 60, seconds: 600 },
  verify: { name: 'verify', hits: 120, seconds: 300 },
};

/** The door: calls that need no session; most of them open one. */
export function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { sessions, pow, limiter, config } = deps;
  const emails = createEmailService(deps);
  const signup = createSignup({ ...deps, register: config.register, invites: createInviteService(deps), emails });
  const login = createLogin(deps);
  const reset = createPasswordReset(deps);

  registerEndpoints(app, {
    'GET /api/account/pow': async ({ query, request }) => {
      await limiter.take(limits.pow, networkOf(request.ip));
      const { parameters, signature } = await pow.challenge(query.method, query.path);
      return { parameters: { ...parameters }, signature };
    },

    'POST /api/account/signup': async ({ body, request }) => {
      await limiter.take(limits.signup, networkOf(request.ip));
      return signup(body, request.headers['user-agent'] ?? '');
    },

    'POST /api/account/login': async ({ body, request, askForProof }) => {
      const network = networkOf(request.ip);
      await limiter.take(limits.loginAccount, `${network}:${loginKey(body.username)}`);
      if (await login.needsWork(body.username, network)) await askForProof();
      return login.open(body, { userAgent: request.headers['user-agent'] ?? '', network });
    },

    'POST /api/account/refresh_token': async ({ body, request }) => {
      const session = await sessions.sessionOf(body.refresh);
      await limiter.take(limits.refresh, session === undefined ? networkOf(request.ip) : `session-${session}`);
      return sessions.refresh(body.refresh);
    },

    'POST /api/account/reset': async ({ body, request }) => {
      await limiter.take(limits.reset, networkOf(request.ip));
      if ('email' in body) await reset.request(body.email);
      else await reset.use(body.user_id, body.hmac, body.password);
      return {};
    },

    'POST /api/account/verify': async ({ body, request }) => {
      await limiter.take(limits.verify, networkOf(request.ip));
      return { email: await emails.confirm(body.user_id, body.hmac) };
    },
  });
}
