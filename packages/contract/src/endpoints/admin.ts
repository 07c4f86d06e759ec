import * as account from '../account.ts';
import * as admin from '../admin.ts';
import { Empty } from '../common.ts';
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
  'POST /api/admin/map/:hexmap/here': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Say that you have the editor of a map open; you count as here for 15 seconds',
    answer: 'The other authors who are here, and the ETag of the draft',
    params: editing.byHexmap,
    body: editing.HereBody,
    response: editing.MapHere,
    errors: ['too_many_requests'],
  },
  'DELETE /api/admin/map/:hexmap/here': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Say that you have closed the editor of a map',
    answer: 'Nothing',
    params: editing.byHexmap,
    response: Empty,
    errors: ['too_many_requests'],
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
