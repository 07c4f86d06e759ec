import type { Subchapter } from '@hexpedition/contract';
import {
  createTestFolder,
  drawing,
  lesson,
  quiz,
  testLabs,
  training,
  validFiles,
} from '@hexpedition/curriculum/testing/curriculum-files';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMapFacts } from '#features/maps/maps.public';
import { createServer } from '#platform/http/server';
import type { Viewer } from '#platform/http/viewer';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { contentRoutes } from './content.routes.ts';
import { importCurriculum } from './import/import-curriculum.ts';

let database: TestDatabase;
let app: FastifyInstance;
let viewer: Viewer | null = null;

const baseViewer = {
  pk: 1,
  username: 'mara',
  sid: 'x',
  sessionPk: 1,
  isSuperuser: false,
  betaAccess: false,
  freeTier: 0 as const,
  preview: null,
};

beforeAll(async () => {
  database = await createTestDatabase();
  const folder = await createTestFolder({
    ...validFiles(),
    'web/http/training.yaml': training('tr-http', 'http', 'recommended_next: [paid, secret]\n'),
    'web/paid/training.yaml': training('tr-paid', 'paid').replace('tier: 0', 'tier: 2'),
    'web/paid/01-one/chapter.yaml': 'id: ch-one\nname: One\n',
    'web/paid/01-one/01-treasure.md': lesson('sub-treasure', `Gold.\n\n${quiz}`, { name: 'Treasure' }),
    'web/paid/figures/wire.svg': drawing,
    'web/secret/training.yaml': training('tr-secret', 'secret', 'hidden: true\n'),
    'web/secret/01-dark/chapter.yaml': 'id: ch-dark\nname: Dark\n',
    'web/secret/01-dark/01-cellar.md': lesson('sub-cellar', quiz),
    'web/http/02-answers/02-fourth.md': lesson('sub-fourth', 'Fourth.'),
  });
  const report = await importCurriculum({ db: database.db, root: folder.root, labs: testLabs });
  await folder.remove();
  if (!report.applied) throw new Error(JSON.stringify(report.diagnostics));
  app = createServer({ logLevel: 'silent', trustProxy: false });
  app.addHook('onRequest', async (request) => {
    request.viewer = viewer;
  });
  contentRoutes(app, { db: database.db, mapFacts: createMapFacts(database.db) });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

async function get(url: string, as: Viewer | null = null) {
  viewer = as;
  const response = await app.inject({ method: 'GET', url });
  return { status: response.statusCode, body: response.json() };
}

describe('trainings', () => {
  it('are listed with their totals and first lesson, without hidden ones', async () => {
    const { status, body } = await get('/api/trainings');
    expect(status).toBe(200);
    expect(body.trainings.map((card: { slug: string }) => card.slug)).toEqual(['http', 'paid']);
    expect(body.trainings[0]).toEqual({
      slug: 'http',
      name: 'Training http',
      term: '',
      continent: 'web',
      tier: 0,
      icon: 'globe',
      summary: 'A training.',
      minutes: 18,
      subchapters: 4,
      flags: 1,
      drills: 0,
      labs: 1,
      points: 10,
      start: { chapter: 'requests', subchapter: 'first', name: 'First' },
      kind: 'course',
      requires: [],
      // The first import fills the catalogue; its trainings do not count as new.
      added_at: null,
    });
  });

  it('are returned one at a time with chapters, labs and recommendations', async () => {
    const { body } = await get('/api/training/http');
    expect(body).toMatchObject({
      continent_name: 'Web',
      map_continent: { slug: 'web', name: 'Web' },
      description_html: '<p>Text with a <em>word</em>.</p>',
      recommended_next: [{ slug: 'paid', name: 'Training paid', summary: 'A training.' }],
    });
    expect(body.chapters[1]).toEqual({
      slug: 'answers',
      name: 'Answers',
      training: 'http',
      subchapters: [
        { slug: 'third', name: 'Third', minutes: 5, flags: 0, drills: 0, labs: ['lost-luggage'] },
        { slug: 'fourth', name: 'A lesson', minutes: 5, flags: 0, drills: 0, labs: [] },
      ],
    });
    expect((await get('/api/training/http/chapters')).body.chapters).toEqual(body.chapters);
  });

  it.each(['nowhere', 'secret', 'HTTP', '%00', 'a--b', "x'%20or%201=1", 'http%2f..'])(
    'with the slug %s are not found',
    async (slug) => {
      for (const url of [`/api/training/${slug}`, `/api/training/${slug}/chapters`, `/api/subchapter/${slug}`]) {
        const { status, body } = await get(url);
        expect([400, 404]).toContain(status);
        expect(['invalid_request', 'not_found']).toContain(body.code);
      }
    },
  );
});

describe('lesson', () => {
  it('has its position, its neighbours and its modules without answers', async () => {
    const { body } = await get('/api/subchapter/second');
    expect(body).toMatchObject({
      revision: 1,
      locked: null,
      position: { at: 2, of: 4 },
      chapter: { slug: 'requests', name: 'Requests' },
      training: { slug: 'http', tier: 0, continent: 'web', continent_name: 'Web' },
      previous: { chapter: 'requests', slug: 'first', name: 'First' },
      next: { chapter: 'answers', slug: 'third', name: 'Third' },
    });
    const first = await get('/api/subchapter/first');
    expect(first.body.previous).toBeNull();
    expect(first.body.modules.map((module: Subchapter['modules'][number]) => module.id)).toEqual([
      'text-1',
      'fragment',
      'text-2',
      'signal',
    ]);
    expect(JSON.stringify(first.body)).not.toMatch(/flag\{one\}|keeps it|"right"|secret/);
  });

  it('uses the slug as the lab name until the lab is installed', async () => {
    const labOf = async () => (await get('/api/subchapter/third')).body.modules.at(-1);
    expect(await labOf()).toEqual({ kind: 'lab', id: 'lab-lost-luggage', lab: 'lost-luggage', name: 'lost-luggage' });
  });

  it('is locked above the viewer’s tier', async () => {
    const seen = async (as: Viewer | null) => {
      const { body } = await get('/api/subchapter/treasure', as);
      return [body.locked, body.modules.length, JSON.stringify(body).includes('Gold')];
    };
    const locked = [{ reason: 'tier', tier: 2, prerequisites: [] }, 0, false];
    expect(await seen(null)).toEqual(locked);
    expect(await seen({ ...baseViewer, tier: 1 })).toEqual(locked);
    expect(await seen({ ...baseViewer, tier: 2 })).toEqual([null, 2, true]);
    expect(await seen({ ...baseViewer, tier: 0, isSuperuser: true })).toEqual([null, 2, true]);
  });

  it('is not found in a hidden training', async () => {
    expect((await get('/api/subchapter/cellar')).status).toBe(404);
  });
});
