import { CursorQuery, UnsubscribeBody } from '../account.ts';
import * as announcements from '../announcements.ts';
import { Empty } from '../common.ts';
import { byPerson } from '../people.ts';
import type { EndpointTable } from './endpoint.ts';

const admin = { access: 'superuser', tag: 'Admin' } as const;
const answer = 'The announcement as it is now';

export const announcementEndpoints = {
  'POST /api/account/unsubscribe': {
    access: 'public',
    tag: 'Account',
    summary: 'Get no more announcements, by the link at the end of one',
    answer: 'Nothing',
    body: UnsubscribeBody,
    response: Empty,
    ownCredential: true,
    errors: ['link_invalid'],
  },
  'GET /api/admin/announcements': {
    ...admin,
    summary: 'Announcements, the newest first',
    query: CursorQuery,
    response: announcements.Announcements,
  },
  'POST /api/admin/announcements': {
    ...admin,
    summary: 'Write the draft of an announcement',
    answer,
    body: announcements.AnnouncementBody,
    response: announcements.AnnouncementAnswer,
  },
  'POST /api/admin/announcements/audience': {
    ...admin,
    summary: 'Count whom a segment has',
    answer: 'How many would be mailed, and who would not and why',
    body: announcements.AudienceBody,
    response: announcements.Audience,
  },
  'POST /api/admin/announcements/preview': {
    ...admin,
    summary: 'See an announcement as its recipients would',
    answer: 'The mail in both forms',
    body: announcements.AnnouncementPreviewBody,
    response: announcements.MailPreview,
    errors: ['too_many_requests'],
  },
  'GET /api/admin/announcements/:pk': {
    ...admin,
    summary: 'An announcement, and what became of its mails',
    params: announcements.byAnnouncement,
    response: announcements.AnnouncementAnswer,
    errors: ['not_found'],
  },
  'PUT /api/admin/announcements/:pk': {
    ...admin,
    summary: 'Change a draft',
    answer,
    params: announcements.byAnnouncement,
    body: announcements.AnnouncementChange,
    response: announcements.AnnouncementAnswer,
    errors: ['not_found', 'conflict'],
  },
  'DELETE /api/admin/announcements/:pk': {
    ...admin,
    summary: 'Delete a draft',
    answer: 'Nothing',
    params: announcements.byAnnouncement,
    response: Empty,
    errors: ['not_found', 'conflict'],
  },
  'POST /api/admin/announcements/:pk/test': {
    ...admin,
    summary: 'Send an announcement to yourself',
    answer: 'Where it went',
    params: announcements.byAnnouncement,
    response: announcements.TestSent,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  },
  'POST /api/admin/announcements/:pk/send': {
    ...admin,
    summary: 'Send a draft, at once or at a time',
    answer,
    params: announcements.byAnnouncement,
    body: announcements.SendBody,
    response: announcements.AnnouncementAnswer,
    errors: ['not_found', 'conflict'],
  },
  'POST /api/admin/announcements/:pk/act': {
    ...admin,
    summary: 'Pause, resume, stop or recall an announcement, or send those again that are in doubt',
    answer,
    params: announcements.byAnnouncement,
    body: announcements.AnnouncementAct,
    response: announcements.AnnouncementAnswer,
    errors: ['not_found', 'conflict'],
  },
  'POST /api/admin/announcements/:pk/settle': {
    ...admin,
    summary: 'Say whether a mail in doubt has arrived; one that has not is sent again',
    answer,
    params: announcements.byAnnouncement,
    body: announcements.SettleBody,
    response: announcements.AnnouncementAnswer,
    errors: ['not_found', 'conflict'],
  },
  'GET /api/admin/announcements/:pk/troubled': {
    ...admin,
    summary: 'The mails of an announcement that were refused or are in doubt',
    params: announcements.byAnnouncement,
    query: CursorQuery,
    response: announcements.TroubledMails,
    errors: ['not_found'],
  },
  'GET /api/admin/bounces': {
    ...admin,
    summary: 'Addresses that a mail server refused, the newest first',
    query: CursorQuery,
    response: announcements.Bounces,
  },
  'GET /api/admin/people/:username/mails': {
    ...admin,
    summary: 'Whether announcements go to an account, and which of its addresses have bounced',
    params: byPerson,
    response: announcements.PersonMails,
    bounded: 'At most ten bounces.',
    errors: ['not_found'],
  },
  'DELETE /api/admin/bounces/:pk': {
    ...admin,
    summary: 'Forget that an address has bounced, so that announcements go there again',
    answer: 'Nothing',
    params: announcements.byBounce,
    response: Empty,
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
