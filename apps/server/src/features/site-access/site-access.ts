import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { webhookPath } from '#features/payments/payments.public';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import { AppError } from '#platform/errors';
import { createCookie } from '#platform/http/cookies';
import { networkOf } from '#platform/http/network';
import type { RateLimiter } from '#platform/http/rate-limit';
import { safePath } from '#platform/http/safe-path';
import { type AccessPage, accessPath, createAccessPage } from './access-page.ts';
import { createAccessPasses, passSeconds } from './access-pass.ts';

interface Deps {
  config: Pick<Config, 'siteAccessCode' | 'publicUrl'>;
  clock: Clock;
  key: Buffer;
  limiter: RateLimiter;
  /** The folder `dist/web` with the page's font; without it the system font is used. */
  distDir?: string | undefined;
}

// A whole class may use one address in the same minute. This is too few to guess a code of eight characters.
const limit = { name: 'site-access', hits: 60, seconds: 600 };

/** Always open: the operator's probes, the assets of the access page, and the webhook of Paddle, which is signed. */
const alwaysOpen = ['/healthz', '/readyz', accessPath, '/favicon.svg', webhookPath];

/** If the operator has set an access code, visitors see only the access page until they enter it. */
export function createSiteAccess({ config, clock, key, limiter, distDir }: Deps) {
  const code = config.siteAccessCode;
  const passes = code === null ? undefined : createAccessPasses({ key, code, clock });
  const cookie = createCookie('access', { publicUrl: config.publicUrl, path: '/' });
  const fontUrl = passes && distDir ? findFont(distDir) : undefined;
  const page = createAccessPage(fontUrl);
  const openPaths = new Set([...alwaysOpen, ...(fontUrl ? [fontUrl] : [])]);

  const isAdmitted = (request: FastifyRequest) => !passes || passes.isValid(cookie.read(request.headers.cookie));
  const sendPage = (reply: FastifyReply, status: number, content: AccessPage) =>
    reply.status(status).headers(page.headers).send(page.render(content));

  async function handleSubmit(request: FastifyRequest, reply: FastifyReply) {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const next = safePath(form.get('next'));
    if (passes) {
      try {
        await limiter.take(limit, networkOf(request.ip));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const seconds = error.extra.retry_after ?? limit.seconds;
        reply.header('retry-after', seconds);
        return sendPage(reply, error.status, { next, error: tooManyAttempts(seconds) });
      }
      if (!passes.isCode(form.get('code') ?? '')) {
        return sendPage(reply, 403, { next, error: 'This code is wrong. Check it and try again.' });
      }
      reply.header('set-cookie', cookie.set(passes.make(), passSeconds));
    }
    return reply.header('cache-control', 'no-store').redirect(next ?? '/', 303);
  }

  return {
    isClosed: passes !== undefined,

    /** Headers for the server's own calls, for example to render a page. */
    ownHeaders: (): Record<string, string> =>
      passes ? { cookie: cookie.set(passes.make(), passSeconds).split(';', 1)[0] ?? '' } : {},

    /** Call it before registering routes, on the instance that contains them all. */
    guard(app: FastifyInstance): void {
      if (!passes) return;
      app.addHook('onRequest', async (request, reply) => {
        if (openPaths.has(request.routeOptions.url ?? '') || isAdmitted(request)) return;
        const isPage = request.method === 'GET' && !request.url.startsWith('/api/');
        return sendPage(reply, 403, { next: isPage ? safePath(request.url) : undefined });
      });
      // Responses for admitted visitors must not be stored in shared caches.
      app.addHook('onSend', async (request, reply) => {
        if (openPaths.has(request.routeOptions.url ?? '')) return;
        const cacheControl = String(reply.getHeader('cache-control') ?? '');
        if (cacheControl.includes('no-store')) return;
        const isFile = /^public, max-age=[1-9]/.test(cacheControl);
        reply.header('cache-control', isFile ? cacheControl.replace('public', 'private') : 'private, no-store');
      });
    },

    async routes(app: FastifyInstance): Promise<void> {
      await app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser(
          'application/x-www-form-urlencoded',
          { parseAs: 'string', bodyLimit: 1_024 },
          (_request, body, done) => done(null, new URLSearchParams(String(body))),
        );
        scope.setErrorHandler((error: FastifyError, request, reply) => {
          const status = error.statusCode ?? 500;
          if (status >= 500)
            request.log.error({ err: { message: error.message, stack: error.stack } }, 'Request failed');
          const message = status >= 500 ? 'Something failed on our side. Try again.' : 'This form cannot be read.';
          return sendPage(reply, status, { error: message });
        });
        const options = { config: { access: 'public' as const }, schema: { hide: true } };
        scope.get(accessPath, options, async (request, reply) => {
          const next = safePath((request.query as Record<string, unknown>).next);
          if (!isAdmitted(request)) return sendPage(reply, 200, { next });
          return reply.header('cache-control', 'no-store').redirect(next ?? '/', 303);
        });
        scope.post(accessPath, options, handleSubmit);
      });
    },
  };
}

const tooManyAttempts = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts from your network. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
};

function findFont(distDir: string): string | undefined {
  const name = readdirSync(join(distDir, 'client/assets')).find((file) =>
    /^chakra-petch-latin-600-normal-[\w-]+\.woff2$/.test(file),
  );
  return name && `/assets/${name}`;
}
