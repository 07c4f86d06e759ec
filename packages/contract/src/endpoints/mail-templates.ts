import { MailPreview, TestSent } from '../announcements.ts';
import * as templates from '../mail-templates.ts';
import type { EndpointTable } from './endpoint.ts';

const admin = { access: 'superuser', tag: 'Admin' } as const;

export const mailTemplateEndpoints = {
  'GET /api/admin/mail_templates': {
    ...admin,
    summary: 'The templates of all automatic mails, with their wording, default, placeholders and an example',
    response: templates.AdminMailTemplates,
    bounded: 'The mail templates of the platform.',
  },
  'PUT /api/admin/mail_templates/:kind': {
    ...admin,
    summary: 'Change the wording of a mail template; parts that equal the default follow the default',
    answer: 'The mail template after the change',
    params: templates.MailTemplateParams,
    body: templates.WordingChange,
    response: templates.AdminMailTemplateAnswer,
    errors: ['not_found', 'conflict'],
  },
  'DELETE /api/admin/mail_templates/:kind': {
    ...admin,
    summary: 'Reset a mail template to its default wording',
    answer: 'The mail template after the change',
    params: templates.MailTemplateParams,
    query: templates.WordingBase,
    response: templates.AdminMailTemplateAnswer,
    errors: ['not_found', 'conflict'],
  },
  'POST /api/admin/mail_templates/:kind/preview': {
    ...admin,
    summary: 'Preview a mail template with an unsaved wording and example data',
    answer: 'The mail as HTML and text',
    params: templates.MailTemplateParams,
    body: templates.Wording,
    response: MailPreview,
    errors: ['not_found'],
  },
  'POST /api/admin/mail_templates/:kind/test': {
    ...admin,
    summary: 'Send a mail template with example data to yourself',
    answer: 'The recipient',
    params: templates.MailTemplateParams,
    body: templates.WordingTest,
    response: TestSent,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  },
} as const satisfies EndpointTable;
