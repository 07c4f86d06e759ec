import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors';
import type { SessionService } from './sessions.service.ts';
import { isAllowedInView } from './users-admin/view-as.policy.ts';

/**
 * Finds out who asks, before any handler of this scope runs, and holds every route to the access that it declares.
 * A route without a declared access cannot be registered here.
 */
export function authenticate(app: FastifyInstance, sessions: SessionService): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not say who may call it.`);
  });

  app.addHook('onRequest', async (request) => {
    const { access, ignoresCredential, endpoint } = request.routeOptions.config;
    const token = ignoresCredential ? undefined : bearer(request);
    // A bad credential is refused on public calls too: else a session that has ended would go unnoticed.
    request.viewer = token === undefined ? null : await sessions.identify(token);
    if (request.viewer?.impersonatedBy !== undefined && !isAllowedInView(endpoint)) {
      throw new AppError('view_only', 'You look at the site as somebody else: this is not part of it.');
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
