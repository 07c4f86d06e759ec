import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/db/db';
import { registerEndpoints } from '#platform/http/routes';
import { readAuditLog } from './audit-log.read-model.ts';

export function auditLogRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  registerEndpoints(app, {
    'GET /api/admin/audit': ({ query }) => readAuditLog(db, query),
  });
}
