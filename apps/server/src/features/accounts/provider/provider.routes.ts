import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors';
import { createCookie } from '#platform/http/cookies';
import { addressNotFound } from '#platform/http/error-handler';
import { networkOf } from '#platform/http/network';
import { registerEndpoints } from '#platform/http/routes';
import { safePath } from '#platform/http/safe-path';
import type { AccountDeps } from '../account-deps.ts';
import { requireLoginOpen } from '../login-gate.ts';
import { readSecurity } from '../second-factor/security.read-model.ts';
import { createOidcClient } from './oidc-client.ts';
import { type CallbackOutcome, createProviderService, finishSeconds, startSeconds } from './provider.service.ts';

const callbackPath = '/api/account/provider/callback';

// Per network, high enough for a whole class behind one address.
const limits = {
  start: { name: 'provider-start', hits: 120, seconds: 600 },
  callback: { name: 'provider-callback', hits: 120, seconds: 600 },
  finish: { name: 'provider-finish', hits: 120, seconds: 600 },
  change: { name: 'provider-change', hits: 30, seconds: 600 },
};

/** Registers the routes. Without a configured provider they answer 404. */
export function providerRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const provider = deps.config.oidc;
  if (provider) configuredProviderRoutes(app, deps, provider);
  else {
    const none = async () => {
      throw addressNotFound();
    };
    registerEndpoints(app, {
      'POST /api/account/provider/start': none,
      'POST /api/account/provider/link': none,
      'POST /api/account/provider/finish': none,
      'POST /api/account/provider/unlink': none,
    });
  }
}

function configuredProviderRoutes(
  app: FastifyInstance,
  deps: AccountDeps,
  provider: NonNullable<AccountDeps['config']['oidc']>,
): void {
  const { clock, limiter, confirm } = deps;
  const { publicUrl } = deps.config;
  const service = createProviderService({
    ...deps,
    oidc: createOidcClient({ provider, redirectUri: publicUrl + callbackPath, clock }),
    name: provider.name,
    warn: (reason) => app.log.warn(reason, 'Sign-in through the provider failed'),
  });
  const cookie = createCookie('provider', { publicUrl, path: '/api/account/provider' });

  registerEndpoints(app, {
    'POST /api/account/provider/start': async ({ body, request, reply }) => {
      await limiter.take(limits.start, networkOf(request.ip));
      await requireLoginOpen(deps);
      const { url, ticket } = await service.start(safePath(body.next));
      reply.header('set-cookie', cookie.set(ticket, startSeconds));
      return { url };
    },

    'POST /api/account/provider/link': async ({ body, viewer, request, reply }) => {
      await limiter.take(limits.change, networkOf(request.ip));
      await confirm(viewer, body.password);
      const { url, ticket } = await service.link(viewer);
      reply.header('set-cookie', cookie.set(ticket, startSeconds));
      return { url };
    },

    'POST /api/account/provider/finish': async ({ request, reply }) => {
      rejectOtherSites(request, publicUrl);
      await limiter.take(limits.finish, networkOf(request.ip));
      await requireLoginOpen(deps);
      const ticket = cookie.read(request.headers.cookie);
      reply.header('set-cookie', cookie.clear());
      return service.finish(ticket, request.headers['user-agent'] ?? '');
    },

    'POST /api/account/provider/unlink': async ({ body, viewer, request }) => {
      await limiter.take(limits.change, networkOf(request.ip));
      await confirm(viewer, body.password);
      await service.unlink(viewer);
      return readSecurity(deps.db, viewer.pk);
    },
  });

  // Not part of the contract: the provider sends the browser here.
  app.route({
    method: 'GET',
    url: callbackPath,
    exposeHeadRoute: false,
    config: { access: 'public', ignoresCredential: true },
    schema: { hide: true },
    handler: async (request, reply) => {
      const outcome = await limiter
        .take(limits.callback, networkOf(request.ip))
        .then(() => service.callback(searchOf(request), cookie.read(request.headers.cookie)))
        .catch((error: unknown): CallbackOutcome => {
          if (error instanceof AppError) return { kind: 'failed', wasLink: false };
          throw error;
        });
      reply.header(
        'set-cookie',
        outcome.kind === 'finish' ? cookie.set(outcome.ticket, finishSeconds) : cookie.clear(),
      );
      // The address contains the code. Do not send it as a referrer, although the code is used up.
      reply.header('referrer-policy', 'no-referrer');
      return reply.redirect(redirectTarget(outcome), 303);
    },
  });
}

/** Rejects forms of other sites, which could sign a visitor in to an account that is not theirs. */
function rejectOtherSites({ headers }: FastifyRequest, publicUrl: string): void {
  if (headers.origin !== undefined && headers.origin !== publicUrl) {
    throw new AppError('forbidden', `This works on ${publicUrl} only.`);
  }
}

function searchOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}

function redirectTarget(outcome: CallbackOutcome): string {
  switch (outcome.kind) {
    case 'finish': {
      const search = new URLSearchParams({ provider: 'finish', ...(outcome.next ? { next: outcome.next } : {}) });
      return `/login?${search}`;
    }
    case 'exists':
    case 'closed':
      return `/login?provider=${outcome.kind}`;
    case 'linked':
    case 'taken':
      return `/account?provider=${outcome.kind}`;
    case 'failed':
      return outcome.wasLink ? '/account?provider=failed' : '/login?provider=failed';
  }
}
