import type { EndpointInput } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '#platform/http/network';
import type { Limit } from '#platform/http/rate-limit';
import { registerEndpoints } from '#platform/http/routes';
import type { AccountDeps } from './account-deps.ts';
import { createEmailService } from './email.service.ts';
import { createInviteService } from './invites.service.ts';
import { createLogin } from './login.service.ts';
import { createPasswordReset } from './password-reset.service.ts';
import { createSignup } from './signup.service.ts';

/** Limits for calls without a session, per network. They are high enough for a whole class behind one address. */
const limits = {
  // Counted per session if there is one, so that invalid calls from the same network do not block its users.
  refresh: { name: 'refresh', hits: 120, seconds: 300 },
  verify: { name: 'verify', hits: 120, seconds: 300 },
};

/**
 * Number of challenges per network and period at normal cost. Later challenges cost about ten times as much work. A
 * challenge is never refused; otherwise one machine could stop its whole network from signing up, logging in and
 * resetting passwords. A normal challenge costs the server one key derivation to create, an expensive one nothing
 * (`proof-of-work.ts`).
 */
const cheapChallenges = {
  '/api/account/signup': { name: 'pow-signup', hits: 200, seconds: 3_600 },
  '/api/account/login': { name: 'pow-login', hits: 100, seconds: 300 },
  '/api/account/reset': { name: 'pow-reset', hits: 60, seconds: 600 },
  '/api/account/resend_verification': { name: 'pow-resend', hits: 60, seconds: 600 },
  '/api/account/user': { name: 'pow-user', hits: 100, seconds: 300 },
  '/api/setup/finish': { name: 'pow-setup', hits: 60, seconds: 600 },
} as const satisfies Record<EndpointInput<'GET /api/account/pow'>['query']['path'], Limit>;

/** Routes that need no session; most of them open one. */
export function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { sessions, pow, limiter } = deps;
  const emails = createEmailService(deps);
  const signup = createSignup({ ...deps, invites: createInviteService(deps), emails });
  const login = createLogin(deps);
  const reset = createPasswordReset(deps);

  registerEndpoints(app, {
    'GET /api/account/pow': async ({ query, request }) => {
      const isExpensive = await limiter.count(cheapChallenges[query.path], networkOf(request.ip));
      const { parameters, signature } = await pow.challenge(query.method, query.path, isExpensive);
      return { parameters: { ...parameters }, signature };
    },

    'POST /api/account/signup': ({ body, request }) => signup(body, request.headers['user-agent'] ?? ''),

    'POST /api/account/login': async ({ body, request, requireProof }) => {
      const network = networkOf(request.ip);
      if (await login.needsProofOfWork(body.username, network)) await requireProof();
      return login.open(body, { userAgent: request.headers['user-agent'] ?? '', network });
    },

    'POST /api/account/refresh_token': async ({ body, request }) => {
      const session = await sessions.findSession(body.refresh);
      await limiter.take(limits.refresh, session === undefined ? networkOf(request.ip) : `session-${session}`);
      return sessions.refresh(body.refresh);
    },

    'POST /api/account/reset': async ({ body }) => {
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
