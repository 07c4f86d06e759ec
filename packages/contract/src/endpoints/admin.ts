import * as account from '../account.ts';
import * as admin from '../admin.ts';
import * as editing from '../map-editing.ts';
import type { EndpointTable } from './endpoint.ts';

export const adminEndpoints = {
  'GET /api/admin/outbox': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Mails that were not sent because no SMTP server is set',
    query: account.CursorQuery,
    response: admin.Outbox,
  },
  'GET /api/admin/map/:hexmap': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The draft of a map, and what is published of it',
    params: editing.byHexmap,
    response: editing.MapDraft,
    errors: ['not_found'],
  },
  'GET /api/admin/map/:hexmap/history': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Who saved, published and rolled back a map',
    params: editing.byHexmap,
    query: account.CursorQuery,
    response: editing.MapHistory,
  },
  'GET /api/admin/map/:hexmap/version/:pk': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The document of a published map',
    params: editing.byMapVersion,
    response: editing.MapVersion,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
