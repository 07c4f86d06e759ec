import { hasMatchingExtension, isInline, isPage } from '@hexpedition/curriculum/media/media-types';
import { variantFormats } from '@hexpedition/curriculum/media/picture-variant-path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { readRange } from './byte-range.ts';
import { type FoundMedia, findMedia, openMedia } from './media.read-model.ts';
import type { Variants } from './pictures/picture-variants.ts';

/** Policy for all files: they are not pages of this site and may execute nothing. */
const filePolicy = "default-src 'none'; sandbox";
/** The URL contains a hash, so its content never changes. */
const immutableHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
/** Policy for demos: scripts run in a separate origin without storage, cookies and network access. */
const demoPolicy =
  "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * Serves the files of lessons. A `<video>` sends no credentials, so a file is public for every client that knows its
 * hash; only readers of a lesson's modules learn it (docs/decisions/0009-media-in-postgresql.md).
 */
export function mediaRoutes(app: FastifyInstance, { db, variants }: { db: Db; variants: Variants }): void {
  app.route<{ Params: { hash: string; name: string } }>({
    // Handles HEAD explicitly: Fastify's automatic HEAD route would read the whole file and discard it.
    method: ['GET', 'HEAD'],
    url: '/media/:hash/:name',
    config: { access: 'public' },
    schema: { hide: true },
    logLevel: 'warn',
    handler: async (request, reply) => {
      const { hash, name } = request.params;
      const isValid = /^[0-9a-f]{64}$/.test(hash) && /^[\w.-]{1,120}$/.test(name);
      const media = isValid ? await findMedia(db, hash) : undefined;
      if (!media || !hasMatchingExtension(name, media.content_type)) {
        reply.header('cache-control', 'no-store');
        throw notFound('file');
      }
      return send(request, reply, media, name);
    },
  });

  app.route<{ Params: { hash: string; width: string; name: string } }>({
    method: 'GET',
    url: '/media/:hash/:width/:name',
    config: { access: 'public' },
    schema: { hide: true },
    logLevel: 'warn',
    handler: async (request, reply) => {
      const { hash, width, name } = request.params;
      const format = variantFormats.find((one) => name.endsWith(`.${one}`));
      const isValid = /^[0-9a-f]{64}$/.test(hash) && /^[1-9]\d{0,3}$/.test(width) && /^[\w.-]{1,120}$/.test(name);
      const bytes = isValid && format ? await variants.find({ hash, width: Number(width), format }) : undefined;
      if (!bytes) {
        reply.header('cache-control', 'no-store');
        throw notFound('picture');
      }
      const etag = `"${hash}-${width}-${format}"`;
      reply.headers({
        ...immutableHeaders,
        'content-disposition': 'inline',
        'content-security-policy': filePolicy,
        etag,
      });
      if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
      return reply.type(`image/${format}`).send(bytes);
    },
  });

  async function send(request: FastifyRequest, reply: FastifyReply, media: FoundMedia, name: string) {
    const { hash, content_type, size } = media;
    const etag = `"${hash}"`;
    const headers = {
      ...immutableHeaders,
      'accept-ranges': 'bytes',
      'content-disposition': isInline(content_type) ? 'inline' : `attachment; filename="${name}"`,
      'content-security-policy': isPage(content_type) ? demoPolicy : filePolicy,
      etag,
    };
    if (isKnown(request.headers['if-none-match'], etag)) return reply.headers(headers).status(304).send();
    const range = isRangeWanted(request, etag) ? readRange(request.headers.range, size) : null;
    if (range === 'unsatisfiable') {
      reply.headers({ ...headers, 'content-range': `bytes */${size}`, 'content-length': 0 });
      return reply.type(content_type).status(416).send();
    }
    const { from, to } = range ?? { from: 0, to: size - 1 };
    // Opens the file before any header is set: if the bytes are unavailable, the response is an error that must not be
    // cached.
    const bytes = request.method === 'HEAD' ? undefined : await openMedia(db, media, { from, to });
    if (range) reply.status(206).header('content-range', `bytes ${from}-${to}/${size}`);
    return reply
      .headers({ ...headers, 'content-length': to - from + 1 })
      .type(content_type)
      .send(bytes);
  }
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;

/**
 * Ignores a range of another version of the file (If-Range) and sends the whole file. We send no dates, so a date
 * never matches.
 */
function isRangeWanted({ method, headers }: FastifyRequest, etag: string): boolean {
  const ifRange = headers['if-range'];
  return method === 'GET' && (ifRange === undefined || ifRange === etag);
}
