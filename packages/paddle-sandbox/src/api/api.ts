import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Sign } from '../context.ts';
import { PaddleError } from '../paddle-error.ts';
import type { Switches } from '../sandbox-state.ts';
import { catalogueRoutes } from './catalogue.routes.ts';
import { customerRoutes } from './customers.routes.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { subscriptionRoutes } from './subscriptions.routes.ts';
import { transactionRoutes } from './transactions.routes.ts';

export interface ApiOptions {
  context: Context;
  sign: Sign;
  apiKey: string;
  slowMs: number;
  send: (notificationId: string) => void;
}

/** Registers the endpoints of api.paddle.com. All of them require the API key. */
export function api(app: FastifyInstance, { context, sign, apiKey, slowMs, send }: ApiOptions): void {
  app.addHook('onRequest', async (request) => {
    await applyApiMode(context.state.switches.api, slowMs);
    requireKey(request, apiKey);
  });
  catalogueRoutes(app, context);
  customerRoutes(app, context, sign);
  transactionRoutes(app, context, sign);
  subscriptionRoutes(app, context, sign);
  notificationRoutes(app, context, send);
}

/** Delays or rejects a request in the API mode of the control page. */
export async function applyApiMode(mode: Switches['api'], slowMs: number): Promise<void> {
  if (mode === 'down') throw new PaddleError(503, 'service_unavailable', 'The sandbox is set to be down.');
  if (mode === '429') throw new PaddleError(429, 'too_many_requests', 'The sandbox is set to reject all requests.');
  if (mode === 'slow') await sleep(slowMs, undefined, { ref: false });
}

function requireKey({ headers }: FastifyRequest, apiKey: string): void {
  const { authorization } = headers;
  if (!authorization) throw new PaddleError(401, 'authentication_missing', 'The Authorization header is missing.');
  const token = /^bearer (\S+)$/i.exec(authorization)?.[1];
  if (!token) throw new PaddleError(401, 'authentication_malformed', 'The Authorization header is malformed.');
  if (!isSame(token, apiKey)) throw new PaddleError(403, 'invalid_token', 'The API key is not valid for this sandbox.');
}

/** Compares secrets in constant time. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
