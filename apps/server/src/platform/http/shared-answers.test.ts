import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Features } from '@hexpedition/contract';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { notFound } from '#platform/errors';
import { type Handlers, registerEndpoints } from './routes.ts';
import { createServer } from './server.ts';
import { SharedAnswers } from './shared-answers.ts';
import type { Viewer } from './viewer.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

const learner = { pk: 1, isSuperuser: false } as Viewer;
const author = { pk: 2, isSuperuser: true } as Viewer;
const tester = { pk: 3, isSuperuser: false, betaAccess: true } as Viewer;
const viewers: Record<string, Viewer> = { learner, author, tester };

const features: Features = {
  ...{
    name: 'Hexpedition',
    paddle: false,
    login: true,
    register: true,
    invite_only: false,
    provider: null,
    social: [],
    free_tier: 0,
  },
  ...{ mail: true, msg: '', matomo: null, hexmap: { nav: [] }, hexmapYT: { nav: [] } },
  privacy: { config: '', storage: 'klaro', notice: false, services: [] },
  ...{ promo: [], preview: null, company: null },
};

/** Serves endpoints as the platform does: the fast path first. The credential is the name of a viewer. */
async function serve(handlers: Handlers) {
  let now = 0;
  const answers = new SharedAnswers({ now: () => now });
  const fast: string[] = [];
  const server = createServer({
    logLevel: 'silent',
    trustProxy: false,
    serverFactory: (handler) =>
      createHttpServer((request, response) => {
        if (answers.fastPath(request, response)) fast.push(request.url ?? '');
        else handler(request, response);
      }),
  });
  app = server;
  server.decorate('sharedAnswers', answers);
  server.addHook('onRequest', async (request) => {
    request.viewer = viewers[request.headers.authorization ?? ''] ?? null;
  });
  registerEndpoints(server, handlers);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      const sent = httpRequest({ host: '127.0.0.1', port, path, headers }, async (response) => {
        const {
          date: _date,
          connection: _connection,
          'keep-alive': _alive,
          'x-request-id': _id,
          ...kept
        } = response.headers;
        let body = '';
        for await (const part of response.setEncoding('latin1')) body += part;
        resolve({ status: response.statusCode ?? 0, headers: kept, body });
      });
      sent.on('error', reject).end();
    });
  return {
    answers,
    fast,
    get,
    as: (name: string) => (path: string) => get(path, { authorization: name }),
    wait: (ms: number) => {
      now += ms;
    },
    /** Waits until answers have been stored. */
    stored: (count: number) => expect.poll(() => answers.usage.entries).toBe(count),
  };
}

/** A handler that numbers its answers. `hold` makes the next answers wait for the function that it returns. */
function counting() {
  const calls: string[] = [];
  let released = Promise.resolve();
  const handlers: Handlers = {
    'GET /api/training/:slug/chapters': async ({ params }) => {
      const name = `Answer ${calls.push(params.slug)}`;
      await released;
      return { chapters: [{ slug: 'one', name, training: params.slug, subchapters: [] }] };
    },
  };
  const hold = () => {
    let release = () => {};
    released = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  };
  return { calls, handlers, hold };
}
const path = '/api/training/xss/chapters';

describe('an endpoint whose answer everyone shares', () => {
  it('stores an answer as bytes and serves it to visitors before Fastify, and to learners', async () => {
    const { calls, handlers } = counting();
    const { get, as, fast, stored } = await serve(handlers);
    const first = await get(path);
    await stored(1);
    const second = await get(path);
    expect(second.body).toBe(first.body);
    expect(second.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding, Authorization',
    });
    const third = await as('learner')(path);
    expect([third.body, third.headers['cache-control']]).toEqual([first.body, 'private, no-cache']);
    expect(calls).toEqual(['xss']);
    expect(fast).toEqual([path]);
  });

  it('sends the same headers on both paths', async () => {
    const { handlers } = counting();
    const { get, stored } = await serve(handlers);
    await get(path);
    await stored(1);
    for (const encoding of ['identity', 'br', 'gzip']) {
      const headers = { 'accept-encoding': encoding };
      const fast = await get(path, headers);
      const slow = await app?.inject({ url: path, headers });
      const { 'x-request-id': _, date: __, connection: ___, ...kept } = slow?.headers ?? {};
      expect({ ...kept, 'content-length': Number(kept['content-length']) }).toEqual({
        ...fast.headers,
        'content-length': Number(fast.headers['content-length']),
      });
    }
  });

  it('answers 304 to a client that has the bytes, on both paths', async () => {
    const { handlers } = counting();
    const { get, fast, stored } = await serve(handlers);
    await get(path);
    await stored(1);
    const etag = String((await get(path)).headers.etag);
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    expect(fast).toHaveLength(2);
    const again = await get(path, { 'if-none-match': `W/${etag}`, authorization: 'learner' });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('makes a new answer for a superuser, and after an invalidation', async () => {
    const { handlers } = counting();
    const { get, as, answers, stored } = await serve(handlers);
    await get(path);
    await stored(1);
    expect((await as('author')(path)).body).toContain('Answer 2');
    expect((await get(path)).body).toContain('Answer 1');
    answers.invalidate([path]);
    expect((await get(path)).body).toContain('Answer 3');
  });

  it('makes one new answer when the stored one is old, and serves the old one meanwhile', async () => {
    const { calls, handlers, hold } = counting();
    const { get, wait, stored } = await serve(handlers);
    await get(path);
    await stored(1);
    wait(60_001);
    const release = hold();
    const renewing = get(path);
    await expect.poll(() => calls.length).toBe(2);
    expect((await get(path)).body).toContain('Answer 1');
    release();
    expect((await renewing).body).toContain('Answer 2');
    await expect.poll(async () => (await get(path)).body).toContain('Answer 2');
    expect(calls).toHaveLength(2);
  });

  it('renews a stored answer again after a failure', async () => {
    let fails = false;
    const { get, wait, stored } = await serve({
      'GET /api/training/:slug/chapters': async () => {
        if (fails) throw notFound('course');
        return { chapters: [] };
      },
    });
    await get(path);
    await stored(1);
    wait(60_001);
    fails = true;
    expect((await get(path)).status).toBe(404);
    expect((await get(path)).status).toBe(404);
  });

  it('stores no answer to a URL that is written in an unusual way', async () => {
    const { calls, handlers } = counting();
    const { get, answers } = await serve(handlers);
    for (const url of [`${path}?x=1`, '/api/training/%78ss/chapters', `${path}/`]) {
      await get(url);
      await get(url);
    }
    expect(calls).toHaveLength(6);
    expect(answers.usage).toMatchObject({ entries: 0, bytes: 0 });
  });

  it('stores no answer that was begun before an invalidation', async () => {
    const { calls, handlers, hold } = counting();
    const { get, answers, stored } = await serve(handlers);
    const release = hold();
    const asked = get(path);
    await expect.poll(() => calls.length).toBe(1);
    answers.invalidate('all');
    release();
    expect((await asked).body).toContain('Answer 1');
    // The next answer is encoded after the first one.
    await get('/api/training/other/chapters');
    await stored(1);
    expect((await get(path)).body).toContain('Answer 3');
  });
});

describe('an endpoint whose answer all visitors share', () => {
  const board: Handlers = {
    'GET /api/account/leaderboard': async ({ viewer }) => ({
      ...{ entries: [], next_cursor: null, period: null, me: null, neighbours: [] },
      of: viewer ? 1 : 0,
    }),
  };

  it('makes a separate answer for each learner, and a new one for visitors every five seconds', async () => {
    const { get, as, fast, stored, wait } = await serve(board);
    const url = '/api/account/leaderboard?period=week';
    await get(url);
    await stored(1);
    const visitors = await get(url);
    expect(visitors.headers['cache-control']).toBe('public, max-age=0, s-maxage=5');
    expect((await as('learner')(url)).body).not.toBe(visitors.body);
    expect(fast).toEqual([url]);
    wait(5_001);
    await get(url);
    expect(fast).toEqual([url]);
  });

  it.each(['cursor=YWJj', 'period=week&period=month', 'limit=3'])('stores no answer to ?%s', async (query) => {
    const { get, answers } = await serve(board);
    await get(`/api/account/leaderboard?${query}`);
    await get('/api/account/leaderboard');
    await expect.poll(() => answers.usage.entries).toBe(1);
  });

  it('shares an answer among the learners for whom the handler selects the same variant', async () => {
    let answers = 0;
    const { as, get, stored } = await serve({
      'GET /api/config/features:version': ({ params, viewer, shareAs }) => {
        if (params.version === 'beta' && !viewer?.betaAccess) throw notFound('version');
        return shareAs(params.version, async () => ({ ...features, msg: `Answer ${++answers}` }));
      },
    });
    expect((await as('learner')('/api/config/features2')).body).toContain('Answer 1');
    await stored(1);
    expect((await as('learner')('/api/config/features2')).body).toContain('Answer 1');
    // Visitors have an answer of their own, under another key.
    expect((await get('/api/config/features2')).body).toContain('Answer 2');
    expect((await as('tester')('/api/config/featuresbeta')).body).toContain('Answer 3');
    await stored(3);
    expect((await as('learner')('/api/config/featuresbeta')).status).toBe(404);
    expect((await get('/api/config/featuresbeta')).status).toBe(404);
  });

  it('never serves the answer of a variant to a visitor, in whatever way the URL names it', async () => {
    const { as, get, stored, fast } = await serve({
      'GET /api/config/features:version': ({ params, viewer, shareAs }) => {
        if (!viewer?.betaAccess) throw notFound('version');
        return shareAs(params.version, async () => ({ ...features, msg: 'for testers' }));
      },
    });
    const url = '/api/config/featuresbeta';
    await as('tester')(url);
    await stored(1);
    for (const ending of ['', '#beta', '%23beta', '?#beta', '?beta', '%20beta', ';beta', '/beta']) {
      expect([ending, (await get(url + ending)).body]).toEqual([ending, expect.not.stringContaining('for testers')]);
    }
    expect(fast).toEqual([]);
  });
});
