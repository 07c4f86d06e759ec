import { posix } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/errors';
import { registerEndpoints } from '#platform/http/routes';
import type { HomeService } from './homes.service.ts';

export async function homeRoutes(app: FastifyInstance, homes: HomeService): Promise<void> {
  registerEndpoints(app, {
    'GET /api/lab/:slug/files': ({ params, viewer }) => homes.list(viewer, params.slug),

    'GET /api/lab/:slug/file': async ({ params, query, viewer, reply }) => {
      const content = await homes.read(viewer, params.slug, query.path);
      // Browsers must not show an untrusted file as a page of the platform.
      reply.header('content-disposition', attachment(posix.basename(query.path)));
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      reply.header('content-length', content.length);
      return Readable.from([content], { objectMode: false });
    },

    'DELETE /api/lab/:slug/home': async ({ params, viewer }) => {
      await homes.deleteHome(viewer, params.slug);
      return {};
    },
  });
  // Only this scope accepts bytes. All other routes reject bodies that are not JSON.
  await app.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    registerEndpoints(files, {
      'PUT /api/lab/:slug/file': async ({ params, query, viewer, request }) => {
        const { body } = request;
        // An empty file is sent as a request without a body.
        if (body !== undefined && body !== null && !Buffer.isBuffer(body)) {
          throw new AppError('file_invalid', 'Send the bytes of the file.');
        }
        await homes.write(viewer, params.slug, query.path, body ?? Buffer.alloc(0));
        return {};
      },
    });
  });
}

/** Returns a Content-Disposition with an ASCII name for old clients and the real name (RFC 6266). */
function attachment(name: string): string {
  const ascii = name.replace(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
