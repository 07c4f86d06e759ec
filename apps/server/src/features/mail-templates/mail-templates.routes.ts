import type { FastifyInstance } from 'fastify';
import type { SendTest } from '#features/announcements/announcements.public';
import { registerEndpoints } from '#platform/http/routes';
import type { MailTemplates } from './mail-templates.service.ts';

interface Deps {
  wordings: MailTemplates;
  sendTest: SendTest;
}

export function mailTemplatesRoutes(app: FastifyInstance, { wordings, sendTest }: Deps): void {
  registerEndpoints(app, {
    'GET /api/admin/letters': async () => ({ letters: await wordings.list() }),

    'PUT /api/admin/letters/:kind': async ({ viewer, params, body: { revision, ...wording } }) => ({
      letter: await wordings.save(viewer.pk, params.kind, wording, revision),
    }),

    'DELETE /api/admin/letters/:kind': async ({ viewer, params, query }) => ({
      letter: await wordings.restore(viewer.pk, params.kind, query.revision),
    }),

    'POST /api/admin/letters/:kind/preview': async ({ params, body }) => wordings.preview(params.kind, body),

    'POST /api/admin/letters/:kind/test': async ({ viewer, params, body }) => {
      const write = await wordings.tryOut(params.kind, body);
      return sendTest(viewer.pk, `letter:${params.kind}`, async ({ username, address }) => ({
        to: address,
        ...write(username),
      }));
    },
  });
}
