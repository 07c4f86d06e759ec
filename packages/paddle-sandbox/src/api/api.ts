import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Sign } from '../context.ts';
import { PaddleError } from '../paddle-error.ts';
import type { Switches } from '../state.ts';
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

/** The calls of api.paddle.com. All of them need the key. */
export function api(app: FastifyInstance, { context, sign, apiKey, slowMs, send }: ApiOptions): void {
  app.addHook('onRequest', async (request) => {
    await behave(context.state.switches.api, slowMs);
    requireKey(request, apiKey);
  });
  catalogueRoutes(app, context);
  customerRoutes(app, context, sign);
  transactionRoutes(app, context, sign);
  subscriptionRoutes(app, context, sign);
  notificationRoutes(app, context, send);
}

/** Answers as the switch of the control page says. */
export async function behave(how: Switches['api'], slowMs: number): Promise<void> {
  if (how === 'down') throw new PaddleError(503, 'service_unavailable', 'The sandbox was told to be down.');
  if (how === '429') throw new PaddleError(429, 'too_many_requests', 'The sandbox was told to refuse all requests.');
  if (how === 'slow') await sleep(slowMs, undefined, { ref: false });
}

function requireKey({ headers }: FastifyRequest, apiKey: string): void {
  const { authorization } = headers;
  if (!authorization) throw new PaddleError(401, 'authentication_missing', 'There is no Authorization header.');
  const token = /^bearer (\S+)$/i.exec(authorization)?.[1];
  if (!token)
    throw new PaddleError(401, 'authentication_malformed', 'The Authorization header has not the right form.');
  if (!isSame(token, apiKey)) throw new PaddleError(403, 'invalid_token', 'The API key is not that of this sandbox.');
}

/** Compares secrets in a time that tells nothing about them. */
export function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}
