import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { api } from './api/api.ts';
import { runDue } from './billing/due.ts';
import { browserRoutes } from './browser/browser.routes.ts';
import { portalRoutes } from './browser/portal.routes.ts';
import { createCatalogue } from './catalogue.ts';
import type { Context } from './context.ts';
import { controlRoutes } from './control/control.routes.ts';
import { createDeliveries, type DeliveryOptions } from './events/deliveries.ts';
import { createOutbox } from './events/outbox.ts';
import { requireHost } from './guard.ts';
import { errorBody, PaddleError } from './paddle-error.ts';
import { createIds, createRandom } from './random.ts';
import { eventTypes } from './shapes.ts';
import { openStore } from './state.ts';

export interface PaddleSandboxOptions {
  /** The key of the API; whoever calls it sends it as a bearer. */
  apiKey: string;
  /** The token that the shop's pages hand to Paddle.js. */
  clientToken: string;
  /** Where the shop takes webhooks, and the secret that they are signed with. May be set later. */
  webhook?: Webhook | null;
  /** Where browsers reach the sandbox, an origin; the address on which it listens unless told otherwise. */
  publicUrl?: string;
  /** The origins of the shop, whose pages may open the checkout. May be set later. */
  shopOrigins?: string[];
  /** Keeps the state over a restart, in one JSON file that only its owner can read; null keeps it in memory. */
  stateFile?: string | null;
  /** The shop's page that opens the checkout for a transaction that was made by the API. */
  paymentLink?: string;
  now?: () => Date;
  /** The same seed makes the same ids and the same disorder. Without one, ids can't be guessed. */
  seed?: number | null;
  /** Opens the control page; made anew unless given. */
  controlKey?: string;
  delivery?: DeliveryOptions;
  /** How long an answer takes when the API was told to be slow. */
  slowMs?: number;
  /** How often the sandbox looks for renewals that are due. */
  tickMs?: number;
}

export interface Webhook {
  url: string;
  secret: string;
}

export interface PaddleSandbox {
  /** Listens on 127.0.0.1. @returns the address, without a slash at the end */
  listen(port?: number): Promise<string>;
  /** The address of the control page, with its key. Only after `listen`. */
  controlUrl(): string;
  readonly controlKey: string;
  setWebhook(webhook: Webhook | null): void;
  setShopOrigins(origins: string[]): void;
  /** Resolves once every webhook that waits was delivered. */
  idle(timeoutMs?: number): Promise<void>;
  /** Ends every delivery, writes the state and frees the port. */
  close(): Promise<void>;
  /** For tests without a port. */
  app: FastifyInstance;
}

/** The one address for webhooks that the sandbox itself sets up. */
const shopSetting = `ntfset_${'01shop'.padEnd(26, '0')}`;

/** A stand-in for Paddle Billing. No money moves. Call `listen` next, and `close` in the end. */
export function createPaddleSandbox(options: PaddleSandboxOptions): PaddleSandbox {
  const { seed = null, now = () => new Date(), tickMs = 60_000, slowMs = 8_000 } = options;
  if (options.publicUrl && new URL(options.publicUrl).pathname !== '/') {
    throw new Error(`The sandbox cannot be published below a path, as in ${options.publicUrl}.`);
  }
  const store = openStore(options.stateFile ?? null, seed ?? randomInt(2 ** 31));
  const { state } = store;
  const random = createRandom(state, seed !== null);
  const id = createIds(state, now, random);
  const controlKey = options.controlKey ?? randomBytes(24).toString('base64url');
  let address = '';
  let origins = options.shopOrigins ?? [];

  /** Writes what has changed by itself; a failure shows at the next change that somebody waits for. */
  const saveSoon = () => void store.save().catch((error) => console.error('The Paddle sandbox was not saved.', error));
  const deliveries = createDeliveries({ state, now, id }, { ...options.delivery, random, onChange: saveSoon });
  const context: Context = {
    state,
    catalogue: createCatalogue(now()),
    now,
    id,
    emit: createOutbox({ state, now, id }, deliveries.send),
    publicUrl: () => options.publicUrl?.replace(/\/$/, '') ?? address,
    paymentLink: () => options.paymentLink ?? origins[0] ?? context.publicUrl(),
  };
  const sign = (name: string) => createHmac('sha256', state.secret).update(name).digest('base64url').slice(0, 32);

  function setWebhook(webhook: Webhook | null): void {
    if (!webhook) {
      delete state.settings[shopSetting];
      return;
    }
    state.settings[shopSetting] = {
      id: shopSetting,
      description: 'The shop',
      type: 'url',
      destination: webhook.url,
      active: true,
      api_version: 1,
      include_sensitive_fields: false,
      subscribed_events: [...eventTypes],
      endpoint_secret_key: webhook.secret,
      traffic_source: 'platform',
    };
  }
  if (options.webhook !== undefined) setWebhook(options.webhook);

  const app = createServer();
  // What a call has changed is on the disk before its answer is out.
  app.addHook('onSend', async ({ method }) => {
    if (method !== 'GET') await store.save();
  });
  app.addHook('onRequest', async (request) => requireHost(request, context.publicUrl()));
  app.register(async (scope) =>
    browserRoutes(scope, { context, sign, clientToken: options.clientToken, slowMs, shopOrigins: () => origins }),
  );
  app.register(async (scope) => portalRoutes(scope, context, sign));
  app.register(async (scope) => controlRoutes(scope, { context, deliveries, controlKey }));
  app.register(async (scope) => api(scope, { context, sign, apiKey: options.apiKey, slowMs, send: deliveries.send }));

  const ticking = setInterval(() => {
    if (runDue(context) > 0) saveSoon();
  }, tickMs);
  ticking.unref();

  return {
    app,
    controlKey,
    setWebhook,
    setShopOrigins: (given) => {
      origins = given;
    },
    controlUrl: () => `${address}/control/${controlKey}`,
    async listen(port = 0) {
      address = await app.listen({ host: '127.0.0.1', port });
      deliveries.resume();
      runDue(context);
      await store.save();
      return address;
    },
    idle: deliveries.idle,
    async close() {
      clearInterval(ticking);
      await app.close();
      await deliveries.close();
      await store.save();
    },
  };
}

function createServer(): FastifyInstance {
  const app = fastify({
    genReqId: () => randomUUID(),
    bodyLimit: 256 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  });
  // Paddle's SDK says that it sends JSON also where it sends nothing.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(new PaddleError(400, 'invalid_json', 'The body is not JSON.'));
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook('onRequest', async (_, reply) => {
    reply.header('x-content-type-options', 'nosniff');
  });
  app.setNotFoundHandler((request, reply) => {
    const error = new PaddleError(404, 'invalid_url', `There is no ${request.method} ${request.url.split('?')[0]}.`);
    return reply.code(404).send(errorBody(error, request.id));
  });
  app.setErrorHandler((error, request, reply) => {
    const shown = asPaddleError(error);
    if (shown.status === 429) reply.header('retry-after', '60');
    return reply.code(shown.status).send(errorBody(shown, request.id));
  });
  return app;
}

function asPaddleError(error: unknown): PaddleError {
  if (error instanceof PaddleError) return error;
  const { statusCode = 500, message = '' } = error as { statusCode?: number; message?: string };
  if (statusCode === 415) return new PaddleError(415, 'unsupported_media_type', message);
  if (statusCode < 500) return new PaddleError(statusCode, 'bad_request', message);
  console.error('The Paddle sandbox has failed.', error);
  return new PaddleError(500, 'internal_error', 'The sandbox has failed; its log says how.');
}
