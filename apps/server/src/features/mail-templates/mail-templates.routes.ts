import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/http/routes';
import type { MailTemplates } from './mail-templates.service.ts';
import type { SendTestMail } from './send-test-mail.ts';

interface Deps {
  templates: MailTemplates;
  sendTest: SendTestMail;
}

export function mailTemplatesRoutes(app: FastifyInstance, { templates, sendTest }: Deps): void {
  registerEndpoints(app, {
    'GET /api/admin/mail_templates': async () => ({ templates: await templates.list() }),

    'PUT /api/admin/mail_templates/:kind': async ({ viewer, params, body: { revision, ...wording } }) => ({
      template: await templates.save(viewer.pk, params.kind, wording, revision),
    }),

    'DELETE /api/admin/mail_templates/:kind': async ({ viewer, params, query }) => ({
      template: await templates.restore(viewer.pk, params.kind, query.revision),
    }),

    'POST /api/admin/mail_templates/:kind/preview': async ({ params, body }) => templates.preview(params.kind, body),

    'POST /api/admin/mail_templates/:kind/test': async ({ viewer, params, body }) => {
      const render = await templates.composeTest(params.kind, body);
      return sendTest(viewer.pk, `mail_template:${params.kind}`, async ({ username, address }) => ({
        to: address,
        ...(await render(username)),
      }));
    },
  });
}
