import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#platform/paths';
import { createFastPath } from './fast-path.ts';
import { PageCache } from './page-cache.ts';
import { registerPages } from './pages.routes.ts';

const cache = new PageCache();
const fastPath = createFastPath(cache);
let fastAnswers = 0;
let server: Server;
let address: string;

const app = fastify({
  serverFactory: (handler) => {
    server = createServer((request, response) => {
      if (fastPath(request, response)) fastAnswers += 1;
      else handler(request, response);
    });
    return server;
  },
});

beforeAll(async () => {
  app.get('/api/config/features2', async () => ({
    name: 'Hexpedition',
    paddle: false,
    login: true,
    register: true,
    invite_only: false,
    provider: null,
    social: [],
    free_tier: 0,
    mail: true,
    msg: '',
    privacy: { config: '', storage: 'klaro', notice: false, services: [] },
    matomo: null,
    hexmap: { nav: [] },
    hexmapYT: { nav: [] },
  }));
  app.get('/api/config/hexmap2', async () => ({
    schema: 1,
    id: 'world',
    kind: 'trainings',
    initial: { x: 0, y: 0, zoom: 1 },
    bounds: { x: 0, y: 0, width: 100, height: 100 },
    recommended_start: null,
    ...{ continents: [], labs: [], paths: [], shoals: [], terrain: [] },
  }));
  app.get('/api/trainings', async () => ({ trainings: [] }));
  app.get('/api/lab/', async () => ({ labs: [] }));
  const distDir = join(projectRoot, process.env.WEB_OUT ?? 'dist/web');
  await registerPages(app, { distDir, cache, publicUrl: 'https://learn.example.org' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const before = fastAnswers;
  const response = await fetch(address + path, { method, headers });
  const { date: _, 'keep-alive': __, connection: ___, ...kept } = Object.fromEntries(response.headers);
  return { fast: fastAnswers > before, status: response.status, headers: kept, body: await response.text() };
}

test.each(['br', 'gzip', 'identity', 'br;q=0, gzip'])(
  'serves the same cached page on both paths: %s',
  async (accept) => {
    cache.invalidate('all');
    const slow = await ask('/network-error', { 'accept-encoding': accept });
    const fast = await ask('/network-error', { 'accept-encoding': accept });
    expect([slow.fast, fast.fast]).toEqual([false, true]);
    expect({ ...fast, fast: false }).toEqual(slow);
  },
);

test('passes everything except a fresh page to Fastify', async () => {
  const { headers } = await ask('/network-error');
  const again = await ask('/network-error', { 'if-none-match': String(headers.etag) });
  expect([again.fast, again.status, again.body]).toEqual([false, 304, '']);
  for (const path of ['/api/config/features2', '/nowhere', '/nowhere', '/assets/none.js', '//network-error', '/%00']) {
    expect([path, (await ask(path)).fast]).toEqual([path, false]);
  }
  expect((await ask('/network-error', {}, 'HEAD')).fast).toBe(false);
  cache.invalidate('all');
  expect((await ask('/network-error')).fast).toBe(false);
});

test('answers the root address by the cookie on both paths', async () => {
  cache.invalidate('all');
  const member = { cookie: 'klaro=x; member=1' };
  const slow = [await ask('/'), await ask('/', member)];
  const fast = [await ask('/'), await ask('/', member)];
  expect(fast.map((answer) => ({ ...answer, fast: false }))).toEqual(slow);
  expect(fast.map(({ fast }) => fast)).toEqual([true, true]);
  expect(fast.map(({ body }) => body.includes('data-overview'))).toEqual([false, true]);
  expect(fast.map(({ headers }) => headers.vary)).toEqual(['Accept-Encoding, Cookie', 'Accept-Encoding, Cookie']);
});
