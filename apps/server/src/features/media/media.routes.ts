import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { findMedia, readMedia } from './media.read-model.ts';
import { fits, isInline, isPage } from './media-types.ts';
import { variantFormats } from './pictures/variant-path.ts';
import type { Variants } from './pictures/variants.ts';
import { readRange } from './range.ts';

/** Whatever a file is, it is not one of our pages and may do nothing. */
const inert = "default-src 'none'; sandbox";
/** What lies at an address of a hash never changes. */
const forEver = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
/** A demo runs scripts, in an origin of its own that has neither storage nor cookies, and reaches nobody. */
const demo =
  "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * The files of lessons. A `<video>` carries no credential, so they are for everybody who knows the hash; only those who
 * get a lesson's modules are told it (docs/decisions/0009-media-in-postgresql.md).
 */
export function mediaRoutes(app: FastifyInstance, { db, variants }: { db: Db; variants: Variants }): void {
  app.route<{ Params: { hash: string; name: string } }>({
    // HEAD by hand: the one that Fastify makes of a GET reads the whole file to throw it away.
    method: ['GET', 'HEAD'],
    url: '/media/:hash/:name',
    config: { access: 'public' },
    schema: { hide: true },
    logLevel: 'warn',
    handler: async (request, reply) => {
      const { hash, name } = request.params;
      const isSound = /^[0-9a-f]{64}$/.test(hash) && /^[\w.-]{1,120}$/.test(name);
      const media = isSound ? await findMedia(db, hash) : undefined;
      if (!media || !fits(name, media.content_type)) {
        reply.header('cache-control', 'no-store');
        throw notFound('file');
      }
      return send(request, reply, { ...media, name });
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
      const isSound = /^[0-9a-f]{64}$/.test(hash) && /^[1-9]\d{0,3}$/.test(width) && /^[\w.-]{1,120}$/.test(name);
      const bytes = isSound && format ? await variants.find({ hash, width: Number(width), format }) : undefined;
      if (!bytes) {
        reply.header('cache-control', 'no-store');
        throw notFound('picture');
      }
      const etag = `"${hash}-${width}-${format}"`;
      reply.headers({ ...forEver, 'content-disposition': 'inline', 'content-security-policy': inert, etag });
      if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
      return reply.type(`image/${format}`).send(bytes);
    },
  });

  interface Found {
    hash: string;
    content_type: string;
    size: number;
    name: string;
  }

  function send(request: FastifyRequest, reply: FastifyReply, { hash, content_type, size, name }: Found) {
    const etag = `"${hash}"`;
    reply.headers({
      ...forEver,
      'accept-ranges': 'bytes',
      'content-disposition': isInline(content_type) ? 'inline' : `attachment; filename="${name}"`,
      'content-security-policy': isPage(content_type) ? demo : inert,
      etag,
    });
    if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
    reply.type(content_type);
    const range = isRangeWanted(request, etag) ? readRange(request.headers.range, size) : null;
    if (range === 'unsatisfiable') {
      return reply.status(416).header('content-range', `bytes */${size}`).header('content-length', 0).send();
    }
    if (range) reply.status(206).header('content-range', `bytes ${range.from}-${range.to}/${size}`);
    const { from, to } = range ?? { from: 0, to: size - 1 };
    reply.header('content-length', to - from + 1);
    return request.method === 'HEAD' ? reply.send() : reply.send(readMedia(db, hash, { from, to }));
  }
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;

/**
 * A range of another version of the file is useless, so the whole file is sent. We send no dates, so a date never
 * matches.
 */
function isRangeWanted({ method, headers }: FastifyRequest, etag: string): boolean {
  const ifRange = headers['if-range'];
  return method === 'GET' && (ifRange === undefined || ifRange === etag);
}
