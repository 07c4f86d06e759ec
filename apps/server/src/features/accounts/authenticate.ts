import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors';
import type { SessionService } from './sessions.service.ts';
import { isAllowedInView } from './users-admin/view-as.policy.ts';

/**
 * Identifies the caller before any handler of this scope runs, and enforces the access that each route declares.
 * Registering a route without a declared access throws.
 */
export function authenticate(app: FastifyInstance, sessions: SessionService): void {
  // Before the answer, so that the caller's next request sees the change. A visitor may have logged in or used a link, and
  // a superuser may have changed any account.
  app.addHook('onSend', async ({ method, viewer }) => {
    if (method !== 'GET' && method !== 'HEAD') sessions.forget(viewer && !viewer.isSuperuser ? viewer.pk : 'all');
  });

  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} declares no access.`);
  });

  app.addHook('onRequest', async (request) => {
    const { access, ignoresCredential, endpoint } = request.routeOptions.config;
    const token = ignoresCredential ? undefined : bearer(request);
    // A bad credential is rejected on public calls too; otherwise a client would not notice that its session has ended.
    request.viewer = token === undefined ? null : await sessions.identify(token);
    if (request.viewer?.impersonatedBy !== undefined && !isAllowedInView(endpoint)) {
      throw new AppError('view_only', 'This is not available while you view the site as another user.');
    }
    if (access === 'public') return;
    if (!request.viewer) throw new AppError('token_missing', 'Log in to do this.');
    if (access === 'superuser' && !request.viewer.isSuperuser) {
      throw new AppError('forbidden', 'This needs a superuser.');
    }
  });
}

function bearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  const match = /^Bearer ([A-Za-z0-9._~+/-]{1,4096}=*)$/i.exec(header);
  if (!match?.[1]) {
    throw new AppError('token_invalid', 'The Authorization header is not of the form "Bearer <access credential>".');
  }
  return match[1];
}
