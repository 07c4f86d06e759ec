import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { drawSharePicture } from './draw-share-picture.ts';
import { createShareMap, type ShareMap } from './share-map.ts';
import { findLabSubject, findMapDocument, findTrainingSubject, type Subject } from './sharing.read-model.ts';

interface CachedPicture {
  /** The inputs of the drawing as JSON. It is valid as long as this does not change. */
  inputs: string;
  png: Buffer;
  etag: string;
}

/** A curriculum has about a hundred subjects, at 50 KB per picture. */
const maxCachedPictures = 300;

const mapSubject: Subject = {
  label: 'Courses · Labs · Flags',
  name: 'Learn hacking by doing it',
  text: 'A map of courses, lessons, and labs that you really break into.',
  facts: ['Free to begin', 'without an account'],
  ref: null,
};

const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  // Other sites embed the picture.
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * Serves the share pictures (`og:image`) of public pages. A picture is drawn on request and cached until its subject
 * changes. There are at most as many as nodes on the map.
 */
export function sharingRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const cache = new Map<string, CachedPicture>();
  let map: { pk: number; map: ShareMap } | undefined;
  let drawing: Promise<unknown> = Promise.resolve();

  async function readCurrentMap(): Promise<{ pk: number; map: ShareMap }> {
    const found = await findMapDocument(db);
    if (!found) return { pk: 0, map: createShareMap({ continents: [] }) };
    if (map?.pk !== found.pk) map = { pk: found.pk, map: createShareMap(found.map) };
    return map;
  }

  /** Draws one picture at a time. Concurrent requests for the same picture share it. */
  async function readPicture(name: string, subject: Subject): Promise<CachedPicture> {
    const current = await readCurrentMap();
    const inputs = JSON.stringify([current.pk, subject]);
    const draw = async (): Promise<CachedPicture> => {
      const cached = cache.get(name);
      if (cached?.inputs === inputs) return cached;
      const png = await drawSharePicture(subject, current.map);
      const etag = `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"`;
      cache.delete(name);
      cache.set(name, { inputs, png, etag });
      for (const oldest of cache.keys()) {
        if (cache.size <= maxCachedPictures) break;
        cache.delete(oldest);
      }
      return { inputs, png, etag };
    };
    const cached = cache.get(name);
    if (cached?.inputs === inputs) return cached;
    const drawn = drawing.then(draw, draw);
    drawing = drawn.catch(() => undefined);
    return drawn;
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply, name: string, subject: Subject | undefined) => {
    if (!subject) {
      reply.header('cache-control', 'no-store');
      throw notFound('picture');
    }
    const { png, etag } = await readPicture(name, subject);
    reply.headers(headers).header('cache-control', 'public, max-age=3600').header('etag', etag).type('image/png');
    const isKnown = request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
    return isKnown ? reply.status(304).send() : reply.send(png);
  };

  const route = { method: 'GET', config: { access: 'public' }, schema: { hide: true }, logLevel: 'warn' } as const;
  app.route({
    ...route,
    url: '/share/map.png',
    handler: (request, reply) => answer(request, reply, 'map', mapSubject),
  });
  app.route<{ Params: { kind: string; file: string } }>({
    ...route,
    url: '/share/:kind/:file',
    handler: async (request, reply) => {
      const { kind, file } = request.params;
      const slug = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.png$/.exec(file)?.[1] ?? '';
      const find = kind === 'course' ? findTrainingSubject : kind === 'lab' ? findLabSubject : undefined;
      const subject = slug && file.length <= 100 ? await find?.(db, slug) : undefined;
      return answer(request, reply, `${kind}/${slug}`, subject);
    },
  });
}
