import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';
import { UploadForm } from './upload-form.ts';
import type { Uploads } from './uploads.service.ts';

export async function uploadsRoutes(app: FastifyInstance, uploads: Uploads): Promise<void> {
  registerEndpoints(app, {
    'POST /api/system/image_upload': ({ viewer, body }) => uploads.picture(viewer.pk, body),
  });
  // Only these routes accept raw bytes and forms; all others reject them because they are not JSON.
  await app.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    const readForm = (request: FastifyRequest, body: Buffer) =>
      UploadForm.read(body, request.headers['content-type'] ?? '');
    files.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, readForm);
    // The fields of a form replace missing parameters of the query, and its file the raw bytes.
    files.addHook('preValidation', async (request) => {
      const form = request.body;
      if (!(form instanceof UploadForm)) return;
      request.query = { ...form.fields, ...(request.query as object) };
      request.body = form.bytes;
    });
    registerEndpoints(files, {
      'POST /api/system/file_upload': async ({ viewer, query, request }) => {
        if (!Buffer.isBuffer(request.body)) throw new AppError('file_invalid', 'This file is empty.');
        return { file: await uploads.part(viewer.pk, query, request.body) };
      },
    });
  });
}
