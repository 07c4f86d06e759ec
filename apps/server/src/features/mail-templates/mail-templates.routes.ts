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
    'GET /api/admin/letters': async () => ({ letters: await templates.list() }),

    'PUT /api/admin/letters/:kind': async ({ viewer, params, body: { revision, ...wording } }) => ({
      letter: await templates.save(viewer.pk, params.kind, wording, revision),
    }),

    'DELETE /api/admin/letters/:kind': async ({ viewer, params, query }) => ({
      letter: await templates.restore(viewer.pk, params.kind, query.revision),
    }),

    'POST /api/admin/letters/:kind/preview': async ({ params, body }) => templates.preview(params.kind, body),

    'POST /api/admin/letters/:kind/test': async ({ viewer, params, body }) => {
      const render = await templates.composeTest(params.kind, body);
      return sendTest(viewer.pk, `letter:${params.kind}`, async ({ username, address }) => ({
        to: address,
        ...render(username),
      }));
    },
  });
}
