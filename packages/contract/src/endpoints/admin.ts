import * as account from '../account.ts';
import * as admin from '../admin.ts';
import * as status from '../admin-status.ts';
import * as log from '../audit-log.ts';
import { Empty } from '../common.ts';
import * as editing from '../map-editing.ts';
import * as payments from '../payments-admin.ts';
import * as site from '../site-settings.ts';
import type { EndpointTable } from './endpoint.ts';

export const adminEndpoints = {
  'GET /api/admin/overview': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Items that need attention, and the main figures',
    response: admin.AdminOverview,
  },
  'GET /api/admin/site': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The settings of the site: name, sign-up, open tiers',
    response: site.SiteSettings,
  },
  'POST /api/admin/site': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Change the settings of the site; an environment variable can fix each of them',
    answer: 'The settings after the change',
    body: site.SiteSettingsEdit,
    response: site.SiteSettings,
    errors: ['conflict'],
  },
  'POST /api/admin/demo_accounts/delete': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Delete the demo accounts of the first start; needs a superuser who is not one of them',
    answer: 'The number of deleted accounts',
    response: admin.DeletedDemoAccounts,
    errors: ['already_done'],
  },
  'GET /api/admin/status': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The state of nodes, jobs, caches, database, disk and backups',
    response: status.AdminStatus,
    bounded: 'The nodes of the platform with their processes, four caches, and at most ten failed jobs.',
  },
  'GET /api/admin/versions': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The feature switches and maps of each version',
    response: admin.ConfigVersions,
    bounded: 'Two versions.',
  },
  'GET /api/admin/audit': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The audit log, newest first',
    query: log.AuditQuery,
    response: log.AuditEvents,
  },
  'GET /api/admin/outbox': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Mails that were not sent because no SMTP server is configured',
    query: account.CursorQuery,
    response: admin.Outbox,
  },
  'GET /api/admin/map/:hexmap': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The draft of a map, and its published versions',
    params: editing.HexmapParams,
    response: editing.MapDraft,
    errors: ['not_found'],
  },
  'GET /api/admin/map/:hexmap/history': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The history of saves, publications and rollbacks of a map',
    params: editing.HexmapParams,
    query: account.CursorQuery,
    response: editing.MapHistory,
  },
  'POST /api/admin/map/:hexmap/presence': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Report your presence in the editor of a map; it expires after 15 seconds',
    answer: 'The other authors in the editor, and the ETag of the draft',
    params: editing.HexmapParams,
    body: editing.PresenceBody,
    response: editing.MapPresence,
    errors: ['too_many_requests'],
  },
  'DELETE /api/admin/map/:hexmap/presence': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'End your presence in the editor of a map',
    answer: 'Nothing',
    params: editing.HexmapParams,
    response: Empty,
    errors: ['too_many_requests'],
  },
  'GET /api/admin/map/:hexmap/version/:pk': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The document of a published map',
    params: editing.MapVersionParams,
    response: editing.MapVersion,
    errors: ['not_found'],
  },
  'GET /api/admin/payments': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The state of the ledger, subscriptions by status, and the last reconciliation',
    response: payments.PaymentsHealth,
    bounded: 'At most twenty subscriptions without a plan.',
  },
  'POST /api/admin/payments/reconcile': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'Reconcile subscriptions and payments with Paddle; joins a running reconciliation',
    answer: 'The state after the reconciliation, or after ten seconds; then poll `GET /api/admin/payments`',
    response: payments.PaymentsHealth,
    errors: ['not_found'],
  },
  'GET /api/admin/payments/tier/:username': {
    access: 'superuser',
    tag: 'Admin',
    summary: 'The reasons for the tier of an account',
    params: payments.UsernameParams,
    response: payments.ExplainedTier,
    bounded: 'At most fifty reasons.',
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
