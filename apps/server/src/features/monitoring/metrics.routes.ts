import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/errors';
import { addressNotFound } from '#platform/http/error-handler';
import { prometheusContentType } from '#platform/telemetry/metrics';
import type { NodeMetrics } from './node-metrics.ts';

/** Registers `/metrics` for Prometheus. It has a credential of its own, the operator's METRICS_TOKEN. */
export function metricsRoute(app: FastifyInstance, metrics: Pick<NodeMetrics, 'text'>, token: string | null): void {
  const options = { config: { access: 'public' as const }, logLevel: 'warn' as const, schema: { hide: true } };
  app.get('/metrics', options, async (request, reply) => {
    if (token === null) throw addressNotFound();
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!isEqual(given, token)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('token_invalid', 'Send the operator’s METRICS_TOKEN as a Bearer token.');
    }
    return reply
      .header('cache-control', 'no-store')
      .type(prometheusContentType)
      .send(await metrics.text());
  });
}

/** Compares in constant time. Hashes have the same length. */
const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string) => createHash('sha256').update(text).digest();
