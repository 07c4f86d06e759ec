import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, tooMany } from '#platform/errors';
import { bytesOf, chooseEncoding, matchesEtag } from '#platform/http/encoding';
import { addressNotFound } from '#platform/http/error-handler';
import { networkOf } from '#platform/http/network';
import type { DevPages } from './dev-pages.ts';
import { findMovedPage } from './moved-pages.ts';
import { toBytes } from './page-bytes.ts';
import type { CachedPage, PageCache } from './page-cache.ts';
import { headersOf, showsLearners } from './page-headers.ts';
import { hasSecretAddress, isStartPage, overviewKey, pageAddress, pagesRoute } from './page-key.ts';
import { createRenderer, loadServerEntry, type ServerEntry } from './page-renderer.ts';
import { createRenderBudget, type RenderBudgetOptions } from './render-budget.ts';
import type { Sources, ThirdPartyAccess } from './security-headers.ts';
import { registerSitemap } from './sitemap.routes.ts';

export interface PagesOptions {
  /** The folder `dist/web`. Unused in development. */
  distDir: string;
  cache: PageCache;
  /** Scheme and host that visitors see. */
  publicUrl: string;
  /** Set in development: Vite serves the sources, and nothing is cached. */
  dev?: DevPages;
  /** Headers of the API calls during rendering; they contain no data of the visitor's request. */
  apiHeaders?: () => Record<string, string>;
  /** Returns the third-party sources that the page of a path needs; none by default. */
  thirdPartyAccessOf?: (path: string) => ThirdPartyAccess | undefined;
  /** Third-party sources that every page needs. */
  sources?: Sources;
  now?: () => number;
  /** Limit of uncached pages per client network. */
  budget?: Pick<RenderBudgetOptions, 'burst' | 'perSecond'>;
}

/**
 * Answers every GET without another route with a page: rendered for an anonymous visitor, cached as bytes, the same
 * for everyone. The credentials of the request are ignored; at `/` a cookie selects one of two pages.
 */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { cache, dev, thirdPartyAccessOf, sources, now = Date.now } = options;
  const render = createRenderer({ app, origin: new URL(options.publicUrl).origin, apiHeaders: options.apiHeaders });
  const rendering = new Map<string, Promise<CachedPage>>();
  const budget = createRenderBudget({ ...options.budget, now });

  registerSitemap(app, options);
  if (dev) {
    serveSources(app, dev);
  } else {
    await serveAssets(app, options.distDir);
  }
  const built: Promise<ServerEntry> | undefined = dev ? undefined : loadServerEntry(options.distDir);
  await built;

  const produce = async (key: string): Promise<CachedPage> => {
    const { generation } = cache;
    const entry = await (dev ? dev.entry() : built);
    if (!entry) throw new Error('The web app was not built.');
    const thirdParty = thirdPartyAccessOf?.(key.split('?', 1)[0] ?? key);
    const page = await toBytes(await render(entry, key, dev?.css()), now(), thirdParty, sources);
    if (hasSecretAddress(key)) page.secretAddress = true;
    if (isStartPage(key)) page.startPage = key === overviewKey ? 'overview' : 'map';
    if (showsLearners(page)) page.showsLearners = true;
    if (!dev) cache.store(key, page, generation);
    return page;
  };
  /** Requests for a page that is already being rendered share its result. */
  const produceOnce = (key: string): Promise<CachedPage> => {
    const running = rendering.get(key);
    if (running) return running;
    const started = produce(key).finally(() => rendering.delete(key));
    rendering.set(key, started);
    return started;
  };

  // The visitor submitted a form before the page's scripts ran. Its fields are for an API call, so the browser gets
  // the page again.
  app.route({
    method: 'POST',
    url: pagesRoute,
    config: { access: 'public' },
    logLevel: 'warn',
    schema: { hide: true },
    // Answers before the body is read, because the body is not needed.
    onRequest: async (request, reply) => {
      const address = pageAddress(request.url);
      if (!address) return reply.callNotFound();
      return reply.header('cache-control', 'no-store').redirect(address.path, 303);
    },
    handler: (_request, reply) => reply.callNotFound(),
  });

  app.route({
    method: 'GET',
    url: pagesRoute,
    config: { access: 'public' },
    logLevel: 'warn',
    schema: { hide: true },
    handler: async (request, reply) => {
      const moved = findMovedPage(request.url);
      if (moved) return reply.redirect(moved, 308);
      const address = pageAddress(request.url, request.headers.cookie);
      if (!address) return reply.callNotFound();
      const found = cache.find(address.key);
      if (!found?.fresh) cache.countMiss();
      if (found && !found.fresh) {
        // Serves the stale page once more; the next visitor gets the new one.
        produceOnce(address.key).catch((error: Error) =>
          request.log.error({ err: error }, 'Failed to re-render a stale page'),
        );
      }
      if (!found && !dev && !rendering.has(address.key)) {
        const wait = budget.take(networkOf(request.ip));
        if (wait > 0) throw tooMany(wait);
      }
      const page = found?.entry ?? (await produceOnce(address.key));
      if (page.status >= 400 && asksForJson(request.headers.accept)) throw errorOf(page);
      return send(request, reply, page, dev !== undefined);
    },
  });
}

/** Serves the files of the client build: one route per file, precompressed, hashed files immutable. */
async function serveAssets(app: FastifyInstance, distDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(distDir, 'client'),
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${sep}assets${sep}`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      reply.header('x-content-type-options', 'nosniff');
      reply.header('cross-origin-resource-policy', 'same-origin');
    },
  });
}

function send(request: FastifyRequest, reply: FastifyReply, page: CachedPage, isDev: boolean) {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const headers = headersOf(page, encoding);
  // Vite inserts style elements, which the policy would block.
  if (isDev) delete headers['content-security-policy'];
  if (page.location) {
    return reply.headers(headers).header('cache-control', 'no-store').redirect(page.location, page.status);
  }
  reply.headers(headers).status(page.status);
  if (page.status >= 400) reply.header('vary', `Accept, ${headers.vary}`);
  if (isDev) reply.header('cache-control', 'no-store');
  if (page.status === 200 && matchesEtag(request.headers['if-none-match'], page.etag)) {
    return reply.removeHeader('content-encoding').status(304).send();
  }
  return reply.send(bytesOf(page, encoding));
}

/** API clients prefer JSON; browsers prefer HTML. */
const asksForJson = (accept = '') =>
  /\bapplication\/(?:[\w.-]+\+)?json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);

/** The error of an unavailable page, for a client that asks for JSON. */
function errorOf({ status }: CachedPage): AppError {
  if (status < 500) return addressNotFound();
  return new AppError('unavailable', 'This page cannot be shown right now. Try again in a moment.');
}

function serveSources(app: FastifyInstance, dev: DevPages) {
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(?:api|docs|healthz|readyz|openapi\.json)(?:[/?]|$)/.test(request.url)) return done();
    dev.middlewares(request.raw, reply.raw, () => done());
  });
  app.addHook('onClose', () => dev.close());
}
