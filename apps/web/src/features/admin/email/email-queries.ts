import type { Announcement } from '@hexpedition/contract';
import { endpointQuery } from '#lib/query.ts';

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
