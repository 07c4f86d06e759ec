import { CursorQuery, UnsubscribeBody } from '../account.ts';
import * as announcements from '../announcements.ts';
import { Empty } from '../common.ts';
import { AdminUserParams } from '../users-admin.ts';
import type { EndpointTable } from './endpoint.ts';

const admin = { access: 'superuser', tag: 'Admin' } as const;
const answer = 'The announcement after the change';

export const announcementEndpoints = {
  'POST /api/account/unsubscribe': {
    access: 'public',
    tag: 'Account',
    summary: 'Unsubscribe from announcements with the link of a mail',
    answer: 'Nothing',
    body: UnsubscribeBody,
    response: Empty,
    ownCredential: true,
    errors: ['link_invalid'],
  },
  'GET /api/admin/announcements': {
    ...admin,
    summary: 'Announcements, newest first',
    query: CursorQuery,
    response: announcements.Announcements,
  },
  'POST /api/admin/announcements': {
    ...admin,
    summary: 'Create the draft of an announcement',
    answer,
    body: announcements.AnnouncementBody,
    response: announcements.AnnouncementAnswer,
  },
  'POST /api/admin/announcements/audience': {
    ...admin,
    summary: 'Count the recipients of a segment',
    answer: 'The number of recipients, and of excluded accounts by reason',
    body: announcements.AudienceBody,
    response: announcements.Audience,
  },
  'POST /api/admin/announcements/preview': {
    ...admin,
    summary: 'Preview an announcement as its recipients see it',
    answer: 'The mail as HTML and text',
    body: announcements.AnnouncementPreviewBody,
    response: announcements.MailPreview,
    errors: ['too_many_requests'],
  },
  'GET /api/admin/announcements/:pk': {
    ...admin,
    summary: 'An announcement, and the delivery of its mails',
    params: announcements.AnnouncementParams,
    response: announcements.AnnouncementAnswer,
    errors: ['not_found'],
  },
  'PUT /api/admin/announcements/:pk': {
    ...admin,
    summary: 'Change a draft',
    answer,
    params: announcements.AnnouncementParams,
    body: announcements.AnnouncementChange,
    response: announcements.AnnouncementAnswer,
    errors: ['not_found', 'conflict'],
  },
  'DELETE /api/admin/announcements/:pk': {
    ...admin,
    summary: 'Delete a draft',
    answer: 'Nothing',
    params: announcements.AnnouncementParams,
    response: Empty,
    errors: ['not_found', 'conflict'],
  },
  'POST /api/admin/announcements/:pk/test': {
    ...admin,
    summary: 'Send an announcement to yourself',
    answer: 'The recipient',
    params: announcements.AnnouncementParams,
    response: announcements.TestSent,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  },
  'POST /api/admin/announcements/:pk/send': {
    ...admin,
    summary: 'Send a draft now or at a given time',
    answer,
    params: announcements.AnnouncementParams,
    body: announcements.SendBody,
    response: announcements.AnnouncementAnswer,
    errors: ['not_found', 'conflict'],
  },
  'POST /api/admin/announcements/:pk/act': {
    ...admin,
    summary: 'Pause, resume, stop or recall an announcement, or resend mails with unknown delivery',
    answer,
    params: announcements.AnnouncementParams,
    body: announcements.AnnouncementAction,
    response: announcements.AnnouncementAnswer,
    errors: ['not_found', 'conflict'],
  },
  'POST /api/admin/announcements/:pk/settle': {
    ...admin,
    summary: 'Resolve a mail with unknown delivery; if it has not arrived, it is sent again',
    answer,
    params: announcements.AnnouncementParams,
    body: announcements.ResolveDeliveryBody,
    response: announcements.AnnouncementAnswer,
    errors: ['not_found', 'conflict'],
  },
  'GET /api/admin/announcements/:pk/troubled': {
    ...admin,
    summary: 'The mails of an announcement that were rejected or whose delivery is unknown',
    params: announcements.AnnouncementParams,
    query: CursorQuery,
    response: announcements.UndeliveredMails,
    errors: ['not_found'],
  },
  'GET /api/admin/bounces': {
    ...admin,
    summary: 'Bounced addresses, newest first',
    query: CursorQuery,
    response: announcements.Bounces,
  },
  'GET /api/admin/users/:username/mails': {
    ...admin,
    summary: 'Whether an account gets announcements, and its bounced addresses',
    params: AdminUserParams,
    response: announcements.AccountMailStatus,
    bounded: 'At most ten bounces.',
    errors: ['not_found'],
  },
  'DELETE /api/admin/bounces/:pk': {
    ...admin,
    summary: 'Delete a bounce, so that announcements are sent to the address again',
    answer: 'Nothing',
    params: announcements.BounceParams,
    response: Empty,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
