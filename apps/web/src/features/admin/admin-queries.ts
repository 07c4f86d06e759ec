import type { EndpointCall, EndpointKey } from '@hexpedition/contract';
import { endpointQuery } from '#lib/query.ts';

export const adminOverviewQuery = endpointQuery('GET /api/admin/overview');

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
