import * as account from '../account.ts';
import * as admin from '../admin.ts';
import type { EndpointTable } from './endpoint.ts';

export const adminEndpoints = {
  'GET /api/admin/outbox': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Mails that were not sent because no SMTP server is set',
    query: account.CursorQuery,
    response: admin.Outbox,
  },
} as const satisfies EndpointTable;
