import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import { type Chart, chartOf } from './chart.ts';
import { drawPicture } from './draw-picture.ts';
import { findLabSubject, findMapDocument, findTrainingSubject, type Subject } from './sharing.read-model.ts';

interface Drawn {
  /** What the picture was drawn from: while that is the same, so is the picture. */
  from: string;
  png: Buffer;
  etag: string;
}

/** A curriculum has about a hundred subjects, at 50 KB a picture. */
const keptMost = 300;

const theMap: Subject = {
  label: 'Courses · Labs · Flags',
  name: 'Learn hacking by doing it',
  text: 'A map of courses, lessons, and labs that you really break into.',
  facts: ['Free to begin', 'without an account'],
  ref: null,
};

const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  // It is made to be shown elsewhere.
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * What others show of a page when its address is pasted somewhere (`og:image`). A picture is drawn when it is asked for
 * and kept as long as it is true; only of what everybody may see, so there are no more of them than hexes on the map.
 */
export function sharingRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const kept = new Map<string, Drawn>();
  let chart: { pk: number; chart: Chart } | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function chartNow(): Promise<{ pk: number; chart: Chart }> {
    const found = await findMapDocument(db);
    if (!found) return { pk: 0, chart: chartOf({ continents: [] }) };
    if (chart?.pk !== found.pk) chart = { pk: found.pk, chart: chartOf(found.map) };
    return chart;
  }

  /** One picture is drawn at a time; whoever waited for the same one finds it drawn. */
  async function pictureOf(name: string, subject: Subject): Promise<Drawn> {
    const now = await chartNow();
    const from = JSON.stringify([now.pk, subject]);
    const draw = async (): Promise<Drawn> => {
      const known = kept.get(name);
      if (known?.from === from) return known;
      const png = await drawPicture(subject, now.chart);
      const etag = `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"`;
      kept.delete(name);
      kept.set(name, { from, png, etag });
      for (const oldest of kept.keys()) {
        if (kept.size <= keptMost) break;
        kept.delete(oldest);
      }
      return { from, png, etag };
    };
    const known = kept.get(name);
    if (known?.from === from) return known;
    const drawn = turn.then(draw, draw);
    turn = drawn.catch(() => undefined);
    return drawn;
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply, name: string, subject: Subject | undefined) => {
    if (!subject) {
      reply.header('cache-control', 'no-store');
      throw notFound('picture');
    }
    const { png, etag } = await pictureOf(name, subject);
    reply.headers(headers).header('cache-control', 'public, max-age=3600').header('etag', etag).type('image/png');
    const isKnown = request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
    return isKnown ? reply.status(304).send() : reply.send(png);
  };

  const route = { method: 'GET', config: { access: 'public' }, schema: { hide: true }, logLevel: 'warn' } as const;
  app.route({ ...route, url: '/share/map.png', handler: (request, reply) => answer(request, reply, 'map', theMap) });
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
