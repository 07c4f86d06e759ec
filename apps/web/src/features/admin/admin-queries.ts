import type { Announcement, EndpointCall, EndpointKey, MetricsRange } from '@hexpedition/contract';
import { endpointQuery } from '#lib/query.ts';

export const adminOverviewQuery = endpointQuery('GET /api/admin/overview');

/** State of the whole platform. */
export const statusQuery = endpointQuery('GET /api/admin/status', {}, { quiet: true });

type Query<K extends EndpointKey> = EndpointCall<K>['query'];

export const usersQuery = (query: Query<'GET /api/admin/users'>) => endpointQuery('GET /api/admin/users', { query });

export const userQuery = (username: string) =>
  endpointQuery('GET /api/admin/users/:username', { params: { username } });

export const userMailsQuery = (username: string) =>
  endpointQuery('GET /api/admin/users/:username/mails', { params: { username } });

export const auditQuery = (query: Query<'GET /api/admin/audit'>) => endpointQuery('GET /api/admin/audit', { query });

export const feedbackQuery = (query: Query<'GET /api/admin/feedback'>) =>
  endpointQuery('GET /api/admin/feedback', { query });

export const notesQuery = (query: Query<'GET /api/admin/notes'>) => endpointQuery('GET /api/admin/notes', { query });

export const sharedFlagsQuery = (query: Query<'GET /api/admin/shared_flags'>) =>
  endpointQuery('GET /api/admin/shared_flags', { query });

/** One page of the stored mails, newest first, from a cursor on. */
export const outboxQuery = (cursor?: string) =>
  endpointQuery('GET /api/admin/outbox', { query: cursor ? { cursor } : {} });

export const announcementsQuery = (cursor?: string) =>
  endpointQuery('GET /api/admin/announcements', { query: cursor ? { cursor } : {} }, { quiet: true });

export const announcementQuery = (pk: number) =>
  endpointQuery('GET /api/admin/announcements/:pk', { params: { pk } }, { quiet: true });

export const troubledQuery = (pk: number, cursor?: string) =>
  endpointQuery('GET /api/admin/announcements/:pk/troubled', { params: { pk }, query: cursor ? { cursor } : {} });

export const bouncesQuery = (cursor?: string) =>
  endpointQuery('GET /api/admin/bounces', { query: cursor ? { cursor } : {} });

export const mailTemplatesQuery = endpointQuery('GET /api/admin/mail_templates');

/** Whether the server may change the announcement on its own. */
export const isChanging = ({ state }: Announcement): boolean => state === 'sending' || state === 'scheduled';

/** Preview of the changes of an import. */
export const importPreviewQuery = (id: string) => endpointQuery('GET /api/admin/import/:id', { params: { id } });

export const signUpsQuery = (days: MetricsRange) =>
  endpointQuery('GET /api/admin/metrics/sign-ups', { query: { days } });
export const activeQuery = (days: MetricsRange) => endpointQuery('GET /api/admin/metrics/active', { query: { days } });
export const funnelQuery = (days: MetricsRange) => endpointQuery('GET /api/admin/metrics/funnel', { query: { days } });
export const labUseQuery = (days: MetricsRange) => endpointQuery('GET /api/admin/metrics/labs', { query: { days } });

/** @param currency undefined selects the currency with the highest revenue */
export const moneyQuery = (days: MetricsRange, currency: string | undefined) =>
  endpointQuery('GET /api/admin/metrics/money', { query: currency ? { days, currency } : { days } });

export const dropOffQuery = (training: string, days: MetricsRange) =>
  endpointQuery('GET /api/admin/metrics/drop-off', { query: { training, days } });
export const timesQuery = (training: string) => endpointQuery('GET /api/admin/metrics/times', { query: { training } });
export const feedbackFiguresQuery = (training: string) =>
  endpointQuery('GET /api/admin/metrics/feedback', { query: { training } });

/** State of the ledger, the subscriptions and the last reconciliation. */
export const paymentsHealthQuery = endpointQuery('GET /api/admin/payments', {}, { quiet: true });

export const explainedTierQuery = (username: string) =>
  endpointQuery('GET /api/admin/payments/tier/:username', { params: { username } });

export const configStateQuery = endpointQuery('GET /api/admin/privacy');

export const ratesQuery = (days: MetricsRange) => endpointQuery('GET /api/admin/privacy/rates', { query: { days } });

export const versionsQuery = (query: EndpointCall<'GET /api/admin/privacy/versions'>['query']) =>
  endpointQuery('GET /api/admin/privacy/versions', { query });

export const versionQuery = (number: number) =>
  endpointQuery('GET /api/admin/privacy/versions/:number', { params: { number } });

export const receiptsQuery = (query: EndpointCall<'GET /api/admin/privacy/records'>['query']) =>
  endpointQuery('GET /api/admin/privacy/records', { query });

const fromCursor = (cursor: string | undefined) => ({ query: cursor ? { cursor } : {} });

export const batchesQuery = (cursor?: string) => endpointQuery('GET /api/admin/vouchers', fromCursor(cursor));

export const batchQuery = (batch: number, cursor?: string) =>
  endpointQuery('GET /api/admin/vouchers/:batch', { params: { batch }, ...fromCursor(cursor) });
