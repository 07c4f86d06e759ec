import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, tooMany } from '#platform/errors';
import { addressNotFound } from '#platform/http/error-handler';
import { networkOf } from '#platform/http/network';
import { serveAssets } from './assets.ts';
import { bodyOf } from './fast-path.ts';
import { chooseEncoding, toBytes } from './page-bytes.ts';
import type { CachedPage, PageCache } from './page-cache.ts';
import { headersOf, showsLearners } from './page-headers.ts';
import { hasSecretAddress, pageAddress } from './page-key.ts';
import type { DevPages } from './pages.dev.ts';
import { createRenderBudget, type RenderBudgetOptions } from './render-budget.ts';
import { createRenderer, loadServerEntry, type ServerEntry } from './renderer.ts';
import type { Opening, Sources } from './security-headers.ts';

export interface PagesOptions {
  /** The folder `dist/web`. Not read in development. */
  distDir: string;
  cache: PageCache;
  /** Scheme and host that visitors see. */
  publicUrl: string;
  /** Given in development: Vite serves the sources, and nothing is cached. */
  dev?: DevPages;
  /** Headers of the API calls that a page is rendered from; nothing of the visitor's. */
  apiHeaders?: () => Record<string, string>;
  /** What the page of a path lets in for a script of others; nothing unless it is given. */
  openingOf?: (path: string) => Opening | undefined;
  /** What every page lets in of others. */
  sources?: Sources;
  now?: () => number;
  /** How many pages that are not in the cache one address may ask for. */
  budget?: Pick<RenderBudgetOptions, 'burst' | 'perSecond'>;
}

/**
 * Every GET that nobody else answers is a page: rendered for the anonymous visitor, kept as bytes, sent to everybody.
 * The request's credentials are not even looked at.
 */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { cache, dev, openingOf, sources, now = Date.now } = options;
  const render = createRenderer({ app, origin: new URL(options.publicUrl).origin, apiHeaders: options.apiHeaders });
  const rendering = new Map<string, Promise<CachedPage>>();
  const budget = createRenderBudget({ ...options.budget, now });

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
    if (!entry) throw new Error('The web side was not built.');
    const opening = openingOf?.(key.split('?', 1)[0] ?? key);
    const page = await toBytes(await render(entry, key, dev?.css()), now(), opening, sources);
    if (hasSecretAddress(key)) page.secretAddress = true;
    if (showsLearners(page)) page.showsLearners = true;
    if (!dev) cache.keep(key, page, generation);
    return page;
  };
  /** Whoever asks for a page that is being rendered waits for that one. */
  const produceOnce = (key: string): Promise<CachedPage> => {
    const running = rendering.get(key);
    if (running) return running;
    const started = produce(key).finally(() => rendering.delete(key));
    rendering.set(key, started);
    return started;
  };

  // A form was sent before the scripts of the page ran. Its fields are meant for a call, so the browser gets the page
  // again.
  app.route({
    method: 'POST',
    url: '/*',
    config: { access: 'public' },
    logLevel: 'warn',
    schema: { hide: true },
    // Answers before the body is read, because nobody needs it.
    onRequest: async (request, reply) => {
      const address = pageAddress(request.url);
      if (!address) return reply.callNotFound();
      return reply.header('cache-control', 'no-store').redirect(address.path, 303);
    },
    handler: (_request, reply) => reply.callNotFound(),
  });

  app.route({
    method: 'GET',
    url: '/*',
    config: { access: 'public' },
    logLevel: 'warn',
    schema: { hide: true },
    handler: async (request, reply) => {
      const address = pageAddress(request.url);
      if (!address) return reply.callNotFound();
      const found = cache.find(address.key);
      if (found && !found.fresh) {
        // Served once more as it is; the next visitor gets the new one.
        produceOnce(address.key).catch((error: Error) => request.log.error({ err: error }, 'page not rendered anew'));
      }
      if (!found && !dev && !rendering.has(address.key)) {
        const wait = budget.take(networkOf(request.ip));
        if (wait > 0) throw tooMany(wait);
      }
      const page = found?.page ?? (await produceOnce(address.key));
      if (page.status >= 400 && asksForJson(request.headers.accept)) throw errorOf(page);
      return send(request, reply, page, dev !== undefined);
    },
  });
}

function send(request: FastifyRequest, reply: FastifyReply, page: CachedPage, isDev: boolean) {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const headers = headersOf(page, encoding);
  // Vite puts style elements into the page, which the policy forbids.
  if (isDev) delete headers['content-security-policy'];
  if (page.location) {
    return reply.headers(headers).header('cache-control', 'no-store').redirect(page.location, page.status);
  }
  reply.headers(headers).status(page.status);
  if (page.status >= 400) reply.header('vary', 'Accept, Accept-Encoding');
  if (isDev) reply.header('cache-control', 'no-store');
  if (page.status === 200 && matches(request.headers['if-none-match'], page.etag)) {
    return reply.removeHeader('content-encoding').status(304).send();
  }
  return reply.send(bodyOf(page, encoding));
}

/** Programs ask so; browsers ask for HTML before anything else. */
const asksForJson = (accept = '') =>
  /\bapplication\/(?:[\w.-]+\+)?json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);

/** What a page that is not to be had is in JSON. */
function errorOf({ status }: CachedPage): AppError {
  if (status < 500) return addressNotFound();
  return new AppError('unavailable', 'This page cannot be shown right now. Try again in a moment.');
}

/** Proxies weaken an ETag when they compress; it still names the same page. */
const matches = (header: string | undefined, etag: string) =>
  header?.split(',').some((item) => item.trim().replace(/^W\//, '') === etag) ?? false;

function serveSources(app: FastifyInstance, dev: DevPages) {
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(?:api|docs|healthz|readyz|openapi\.json)(?:[/?]|$)/.test(request.url)) return done();
    dev.middlewares(request.raw, reply.raw, () => done());
  });
  app.addHook('onClose', () => dev.close());
}
