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
      // Whatever is in it, no browser shows it as a page of ours.
      reply.header('content-disposition', attachment(posix.basename(query.path)));
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      reply.header('content-length', content.length);
      return Readable.from([content], { objectMode: false });
    },

    'DELETE /api/lab/:slug/home': async ({ params, viewer }) => {
      await homes.throwAway(viewer, params.slug);
      return {};
    },
  });
  // Bytes are taken here alone: everywhere else they are refused as what they are, no JSON.
  await app.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    registerEndpoints(files, {
      'PUT /api/lab/:slug/file': async ({ params, query, viewer, request }) => {
        const { body } = request;
        // A request without a body has none of its type, either: an empty file is sent as one.
        if (body !== undefined && body !== null && !Buffer.isBuffer(body)) {
          throw new AppError('file_invalid', 'Send the bytes of the file.');
        }
        await homes.write(viewer, params.slug, query.path, body ?? Buffer.alloc(0));
        return {};
      },
    });
  });
}

/** RFC 6266: a plain name for old clients, and the real one. */
function attachment(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  const real = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${real}`;
}
