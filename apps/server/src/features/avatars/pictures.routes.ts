import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { readPicture } from './avatars.read-model.ts';
import { readDrawings } from './collections.ts';

/** Opened by itself, a picture is a document: it may do nothing, and belongs to nobody's origin. */
const headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};
const uploadFile = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.webp$/;

/** The pictures themselves: an <img> carries no credential, so they are for everybody who knows the address. */
export function pictureRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const drawings = readDrawings();
  const route = { method: 'GET', config: { access: 'public' }, schema: { hide: true }, logLevel: 'warn' } as const;

  app.route<{ Params: { collection: string; file: string } }>({
    ...route,
    url: '/avatars/:collection/:file',
    handler: async (request, reply) => {
      const { collection, file } = request.params;
      const drawing = drawings.get(`/avatars/${collection}/${file}`);
      if (!drawing) throw missing(reply);
      reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml; charset=utf-8');
      return send(request, reply, drawing.svg, drawing.etag);
    },
  });

  app.route<{ Params: { file: string } }>({
    ...route,
    url: '/avatars/upload/:file',
    handler: async (request, reply) => {
      const id = uploadFile.exec(request.params.file)?.[1];
      const webp = id && (await readPicture(db, id));
      if (!webp) throw missing(reply);
      reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp');
      return send(request, reply, webp, `"${id}"`);
    },
  });
}

function send(request: FastifyRequest, reply: FastifyReply, body: Buffer, etag: string) {
  reply.headers(headers).header('etag', etag);
  const known = request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  return known ? reply.status(304).send() : reply.send(body);
}

function missing(reply: FastifyReply) {
  reply.header('cache-control', 'no-store');
  return notFound('picture');
}
