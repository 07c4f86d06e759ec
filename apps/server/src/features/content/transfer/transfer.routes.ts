import { Readable } from 'node:stream';
import { writeZip } from '@hexpedition/curriculum/bundles/write-zip';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';
import type { Transfer } from './transfer.service.ts';

export async function transferRoutes(app: FastifyInstance, transfer: Transfer): Promise<void> {
  registerEndpoints(app, {
    'GET /api/admin/import/:id': ({ viewer, params }) => transfer.readPreview(viewer.pk, params.id),
    'POST /api/admin/import/:id/apply': ({ viewer, params, body }) => transfer.apply(viewer.pk, params.id, body),
    'GET /api/admin/export': async ({ viewer, reply }) => {
      const bundle = await transfer.export(viewer.pk);
      reply.header('content-disposition', 'attachment; filename="hexpedition.zip"');
      return Readable.from(writeZip(bundle));
    },
  });
  // Only these routes accept raw bytes; all others reject them because they are not JSON.
  await app.register(async (zips) => {
    zips.removeAllContentTypeParsers();
    zips.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    registerEndpoints(zips, {
      'POST /api/admin/import': async ({ viewer, query, request }) => {
        if (!Buffer.isBuffer(request.body)) throw new AppError('file_invalid', 'This file is empty.');
        return { trial: await transfer.part(viewer.pk, query, request.body) };
      },
    });
  });
}
