import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { api } from './api/api.ts';
import { runDueEvents } from './billing/due-events.ts';
import { browserRoutes } from './browser/browser.routes.ts';
import { portalRoutes } from './browser/portal.routes.ts';
import { createCatalogue } from './catalogue.ts';
import type { Context } from './context.ts';
import { controlRoutes } from './control/control.routes.ts';
import { createDeliveries, type DeliveryOptions } from './events/deliveries.ts';
import { createOutbox } from './events/outbox.ts';
import { errorBody, PaddleError } from './paddle-error.ts';
import { createIds, createRandom } from './random-ids.ts';
import { requireHost } from './request-guards.ts';
import { openStore } from './sandbox-state.ts';
import { eventTypes } from './shapes.ts';

export interface PaddleSandboxOptions {
  /** API key, which callers send as a bearer token. */
  apiKey: string;
  /** Client-side token that the shop's pages pass to Paddle.js. */
  clientToken: string;
  /** The shop's webhook URL and its secret. Can be set later. */
  webhook?: Webhook | null;
  /** Origin of the sandbox for browsers. Defaults to the address on which it listens. */
  publicUrl?: string;
  /** Origins of the shop, whose pages can open the checkout. Can be set later. */
  shopOrigins?: string[];
  /** JSON file for the state, which only its owner can read; null keeps the state in memory. */
  stateFile?: string | null;
  /** The shop's page that opens the checkout for a transaction created through the API. */
  paymentLink?: string;
  now?: () => Date;
  /** Makes ids and out-of-order deliveries reproducible. Without a seed, ids cannot be guessed. */
  seed?: number | null;
  /** Key of the control page. Generated if omitted. */
  controlKey?: string;
  delivery?: DeliveryOptions;
  /** Duration of a response while the API is set to slow. */
  slowMs?: number;
  /** Interval at which the sandbox processes due renewals. */
  tickMs?: number;
}

export interface Webhook {
  url: string;
  secret: string;
}

export interface PaddleSandbox {
  /** Listens on 127.0.0.1. @returns the URL without a trailing slash */
  listen(port?: number): Promise<string>;
  /** Returns the URL of the control page with its key. Call `listen` first. */
  controlUrl(): string;
  readonly controlKey: string;
  setWebhook(webhook: Webhook | null): void;
  setShopOrigins(origins: string[]): void;
  /** Resolves when every pending webhook is delivered. */
  idle(timeoutMs?: number): Promise<void>;
  /** Stops all deliveries, writes the state and releases the port. */
  close(): Promise<void>;
  /** For tests without a port. */
  app: FastifyInstance;
}

/** Id of the notification setting that the sandbox itself creates. */
const shopSetting = `ntfset_${'01shop'.padEnd(26, '0')}`;

/**
 * Creates a local sandbox of Paddle Billing, in which no money moves. Call `listen` to start and `close` to stop it.
 */
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

  /** Saves background changes. An error is logged and repeats at the next awaited save. */
  const saveSoon = () =>
    void store.save().catch((error) => console.error('Failed to save the state of the Paddle sandbox.', error));
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
  // Saves the changes of a call to the disk before its response is sent.
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

  const ticker = setInterval(() => {
    if (runDueEvents(context) > 0) saveSoon();
  }, tickMs);
  ticker.unref();

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
      runDueEvents(context);
      await store.save();
      return address;
    },
    idle: deliveries.idle,
    async close() {
      clearInterval(ticker);
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
  // Paddle's SDK sets the content type to JSON even for an empty body.
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
  console.error('Unexpected error in the Paddle sandbox.', error);
  return new PaddleError(500, 'internal_error', 'The sandbox failed. See its log.');
}
