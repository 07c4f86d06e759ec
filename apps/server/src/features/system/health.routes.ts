import type { FastifyInstance } from 'fastify';
import { type Db, ping } from '#platform/db/db';

/** For the operator's probes: alive (the process answers), and ready (the database answers and it is not stopping). */
export function healthRoutes(app: FastifyInstance, { db, isStopping }: { db: Db; isStopping: () => boolean }): void {
  const config = { access: 'public' as const };
  app.get('/healthz', { config, logLevel: 'warn', schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config, logLevel: 'warn', schema: { hide: true } }, async (_request, reply) => {
    if (isStopping()) return reply.status(503).send({ status: 'stopping' });
    try {
      await ping(db);
      return { status: 'ready' };
    } catch {
      return reply.status(503).send({ status: 'the database does not answer' });
    }
  });
}
