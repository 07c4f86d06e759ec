import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { DatabaseStatus } from '#platform/db/database-status';
import { type Db, ping } from '#platform/db/db';

/** A database that takes longer than this to answer `select 1` is not ready. */
const pingTimeoutMs = 2_000;
/** So long the embedded PostgreSQL may be down before a restart of the whole process is worth a try. */
const embeddedGraceMs = 60_000;

interface Deps {
  db: Db;
  databaseStatus: DatabaseStatus;
  /** Whether the platform runs its PostgreSQL itself. A restart of the process does not bring back an external one. */
  isEmbedded: boolean;
  isStopping: () => boolean;
}

/**
 * Answers the probes of the operator. `/readyz` is 200 while the database answers and the server is not stopping.
 * `/healthz` is 200 while the process lives; it turns to 503 when the embedded PostgreSQL was down for a minute.
 */
export function healthRoutes(app: FastifyInstance, { db, databaseStatus, isEmbedded, isStopping }: Deps): void {
  const options = { config: { access: 'public' as const }, logLevel: 'warn' as const, schema: { hide: true } };
  // The reason may name internal addresses: the log and the admin area show it, and no probe.
  const unavailable = { status: 'the database does not answer' };

  app.get('/healthz', options, async (_request, reply) => {
    if (isEmbedded && databaseStatus.downForMs > embeddedGraceMs) return reply.status(503).send(unavailable);
    return { status: 'ok' };
  });

  app.get('/readyz', options, async (_request, reply) => {
    if (isStopping()) return reply.status(503).send({ status: 'stopping' });
    if (!databaseStatus.isUp) return reply.status(503).send(unavailable);
    try {
      await Promise.race([ping(db), tooLate()]);
      return { status: 'ready' };
    } catch {
      return reply.status(503).send(unavailable);
    }
  });
}

const tooLate = async () => {
  await sleep(pingTimeoutMs, undefined, { ref: false });
  throw new Error('The database did not answer in time.');
};
