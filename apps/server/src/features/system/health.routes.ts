import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { DatabaseStatus } from '#platform/db/database-status';
import { type Db, ping } from '#platform/db/db';
import { version } from '#platform/version';

/** A database that takes longer than this to answer `select 1` is not ready. */
const pingTimeoutMs = 2_000;
/** Maximum time that the embedded PostgreSQL may be down before a restart of the process could help. */
const embeddedGraceMs = 60_000;

interface Deps {
  db: Db;
  databaseStatus: DatabaseStatus;
  /** Whether the platform runs its own PostgreSQL. A restart of the process does not fix an external one. */
  isEmbedded: boolean;
  isStopping: () => boolean;
}

/**
 * Answers the operator's probes. `/readyz` is 200 while the database answers and the server is not stopping. `/healthz`
 * is 200 while the process is alive, and 503 after the embedded PostgreSQL has been down for a minute.
 */
export function healthRoutes(app: FastifyInstance, { db, databaseStatus, isEmbedded, isStopping }: Deps): void {
  const options = { config: { access: 'public' as const }, logLevel: 'warn' as const, schema: { hide: true } };
  // The reason may contain internal addresses. The log and the admin area show it, the probes do not.
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
      return { status: 'ready', version };
    } catch {
      return reply.status(503).send(unavailable);
    }
  });
}

const tooLate = async () => {
  await sleep(pingTimeoutMs, undefined, { ref: false });
  throw new Error('The database did not answer in time.');
};
