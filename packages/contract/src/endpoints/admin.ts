import * as account from '../account.ts';
import * as admin from '../admin.ts';
import * as log from '../audit-log.ts';
import { Empty } from '../common.ts';
import * as editing from '../map-editing.ts';
import * as payments from '../payments-admin.ts';
import type { EndpointTable } from './endpoint.ts';

export const adminEndpoints = {
  'GET /api/admin/overview': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'What needs attention, and how much there is of everything',
    response: admin.AdminOverview,
  },
  'GET /api/admin/versions': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'What each version of the features and the maps holds',
    response: admin.ConfigVersions,
    bounded: 'Two versions.',
  },
  'GET /api/admin/audit': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The audit log, the newest first',
    query: log.AuditQuery,
    response: log.AuditEvents,
  },
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
  'GET /api/admin/payments': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Whether all that Paddle told has arrived: the ledger, subscriptions by status, the last reconciliation',
    response: payments.PaymentsHealth,
  },
  'POST /api/admin/payments/reconcile': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Compare what we know with what Paddle knows, and take over what differs; one that runs is joined',
    answer: 'The state of things when it was done, or after ten seconds: then `GET /api/admin/payments` tells more',
    response: payments.PaymentsHealth,
    errors: ['not_found'],
  },
  'GET /api/admin/payments/tier/:username': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Why an account has the tier that it has',
    params: payments.byUsername,
    response: payments.ExplainedTier,
    bounded: 'At most fifty reasons.',
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
