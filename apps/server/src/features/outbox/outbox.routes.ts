import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/db/db';
import { registerEndpoints } from '#platform/http/routes';
import { readOutbox } from './outbox.read-model.ts';

interface Deps {
  db: Db;
  /** Whether mails are stored here instead of being sent by SMTP. */
  active: boolean;
}

export function outboxRoutes(app: FastifyInstance, { db, active }: Deps): void {
  registerEndpoints(app, {
    'GET /api/admin/outbox': async ({ query }) => ({ ...(await readOutbox(db, query.cursor)), active }),
  });
}
