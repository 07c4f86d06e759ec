import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { readDrawings } from './avatar-collections.ts';
import { readUpload } from './avatars.read-model.ts';

/** Opened directly, a picture is a document. These headers give it an opaque origin and forbid everything. */
const headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};
const uploadFile = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.webp$/;

/** Serves the pictures. They are public, because an <img> sends no credential. */
export function avatarImageRoutes(app: FastifyInstance, { db }: { db: Db }): void {
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
      const webp = id && (await readUpload(db, id));
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
