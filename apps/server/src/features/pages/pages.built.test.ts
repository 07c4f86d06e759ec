import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from '#platform/paths';
import { PageCache } from './page-cache.ts';
import { registerPages } from './pages.routes.ts';
import { inlineScripts } from './security-headers.ts';

/** Pages that need only the features from the API. The web app is the real build. */
const pages = [
  '/login',
  '/signup',
  '/password-reset',
  '/password-reset/7/x',
  '/verify/7/x',
  '/network-error',
  '/completed',
  '/nowhere',
  '/404/training',
];

const features = {
  name: 'Hexpedition',
  paddle: false,
  login: true,
  register: true,
  invite_only: false,
  provider: null,
  social: [],
  free_tier: 0,
  mail: true,
  msg: '</script><script>alert(1)</script>',
  privacy: { config: '', storage: 'klaro', notice: false, services: [] },
  matomo: null,
  hexmap: { nav: [{ slug: 'web', name: 'Web', colour: 'amber' }] },
  hexmapYT: { nav: [] },
};

let app: FastifyInstance;
let cache: PageCache;
let broken = false;
let calls: { url: string; authorization: string | undefined }[];

async function start(): Promise<FastifyInstance> {
  const server = fastify();
  cache = new PageCache();
  server.get('/api/config/features2', async ({ url, headers }, reply) => {
    calls.push({ url, authorization: headers.authorization });
    return broken ? reply.status(503).send({ code: 'unavailable', msg: 'Later.' }) : features;
  });
  const distDir = join(projectRoot, process.env.WEB_OUT ?? 'dist/web');
  await registerPages(server, { distDir, cache, publicUrl: 'https://learn.example.org' });
  return server;
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

beforeAll(async () => {
  calls = [];
  app = await start();
});
afterAll(() => app.close());
beforeEach(() => {
  cache.invalidate('all');
  calls.length = 0;
});

describe.each(pages)('%s', (url) => {
  test('has no style attribute, no style element, and no inline script outside the policy', async () => {
    const { body, headers } = await get(url);
    expect(body).not.toMatch(/<[^>]+\sstyle=/i);
    expect(body).not.toMatch(/<style/i);
    expect(body).not.toMatch(/<[^>]+\son[a-z]+=/i);
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toContain('unsafe');
    const scripts = inlineScripts(body);
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    }
  });

  test('is identical for anonymous and signed-in requests, rendered or cached, and sets no cookie', async () => {
    const anonymous = await get(url);
    cache.invalidate('all');
    const signedIn = await get(url, {
      authorization: 'Bearer secret',
      cookie: 'session=secret',
      'user-agent': 'other',
    });
    const kept = await get(url, { authorization: 'Bearer secret' });
    expect(signedIn.rawPayload.equals(anonymous.rawPayload)).toBe(true);
    expect(kept.rawPayload.equals(anonymous.rawPayload)).toBe(true);
    expect(signedIn.headers.etag).toBe(anonymous.headers.etag);
    expect(signedIn.headers['set-cookie']).toBeUndefined();
    expect(calls.every(({ authorization }) => authorization === undefined)).toBe(true);
  });
});

describe('mail link', () => {
  const links = ['/password-reset/7/AAAAaSxyzw', '/password-reset/8/other?view=list', '/verify/7/AAAAaSxyzw'];

  test('is one page for all links, is stored in no shared cache, and sends no referrer', async () => {
    const [first, second, verify] = await Promise.all(links.map((url) => get(url)));
    expect(cache.usage.entries).toBe(2);
    expect(second?.rawPayload.equals(first?.rawPayload ?? Buffer.of())).toBe(true);
    for (const page of [first, verify]) {
      expect(page?.statusCode).toBe(200);
      expect(page?.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
      expect(page?.body).toContain('<meta name="robots" content="noindex"/>');
      expect(page?.body).not.toContain('canonical');
      expect(page?.body).not.toContain('AAAAaSxyzw');
    }
    expect(first?.body).toContain('<title>Password Reset · Hexpedition</title>');
    expect(first?.body).toContain('New password');
    expect(verify?.body).toContain('<title>Verify User · Hexpedition</title>');
    expect(verify?.body).toContain('Confirm email');
  });

  test('is requested without a secret in its URL', async () => {
    const { body, headers } = await get('/password-reset');
    expect(body).toContain('Send link');
    expect(headers['referrer-policy']).toBe('same-origin');
  });
});

test('redirects the former address of a page that has moved', async () => {
  const { statusCode, headers } = await get('/admin/people/mara?tab=log');
  expect([statusCode, headers.location]).toEqual([308, '/admin/users/mara?tab=log']);
});

test('redirects a form that was submitted before hydration back to its page only', async () => {
  const post = (url: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=mara&password=secret',
    });
  for (const path of ['/login', '/verify/7/abc', '/password-reset']) {
    const { statusCode, headers } = await post(`${path}?next=//evil.example`);
    expect([statusCode, headers.location]).toEqual([303, path]);
  }
  for (const url of ['//evil.example/login', '/%5Cevil.example', '/api/account/login', '/assets/x.js']) {
    expect([url, (await post(url)).statusCode]).toEqual([url, 404]);
  }
});

describe('page that is not found', () => {
  test.each([
    ['/nowhere', 'The page could not be found.'],
    ['/404/training', 'The training could not be found.'],
  ])('%s', async (url, text) => {
    const { statusCode, body } = await get(url);
    expect(statusCode).toBe(404);
    expect(body).toContain(text);
    expect(body).toContain('Go back');
  });

  test('API calls are not pages', async () => {
    const { statusCode, headers } = await get('/api/nothing');
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toContain('json');
  });
});

describe('titles and canonical URLs', () => {
  test('come from the route and the public URL', async () => {
    const { body } = await get('/network-error?utm=1');
    expect(body).toContain('<title>Error · Hexpedition</title>');
    expect(body).toContain('<link rel="canonical" href="https://learn.example.org/network-error"/>');
  });
});

describe('transport', () => {
  test('compresses the page with an encoding that the browser accepts', async () => {
    const plain = await get('/network-error');
    const brotli = await get('/network-error', { 'accept-encoding': 'gzip, deflate, br' });
    const zipped = await get('/network-error', { 'accept-encoding': 'gzip, br;q=0' });
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  test('answers 304 when the browser has the page', async () => {
    const { headers } = await get('/network-error');
    const again = await get('/network-error', { 'if-none-match': `W/${headers.etag}` });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect(headers['cache-control']).toContain('s-maxage');
  });

  test('marks hashed assets as immutable', async () => {
    const { body } = await get('/network-error');
    const script = /"(\/assets\/vendor-[^"]+\.js)"/.exec(body)?.[1] ?? '';
    const asset = await get(script, { 'accept-encoding': 'br' });
    expect(asset.statusCode).toBe(200);
    expect(asset.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': expect.stringContaining('immutable'),
    });
  });
});

describe('page cache', () => {
  test('renders a page once for concurrent requests, and again after its content has changed', async () => {
    await Promise.all([get('/network-error'), get('/network-error'), get('/network-error')]);
    expect(calls).toHaveLength(1);
    await get('/network-error');
    expect(calls).toHaveLength(1);
    cache.invalidate(['/api/training/other']);
    await get('/network-error');
    expect(calls).toHaveLength(1);
    expect(cache.invalidate(['/api/config/*'])).toBe(1);
    await get('/network-error');
    expect(calls).toHaveLength(2);
  });

  test('does not cache a page with a failed API call, in which login and register are switched off', async () => {
    broken = true;
    const { statusCode, body, headers } = await get('/network-error');
    broken = false;
    expect(statusCode).toBe(200);
    expect(body).not.toContain('Create account');
    expect(headers['cache-control']).toBe('no-store');
    expect(cache.usage.entries).toBe(0);
    expect((await get('/network-error')).body).toContain('Create account');
  });

  test('shares one entry between URLs that differ only in irrelevant parameters', async () => {
    await get('/network-error?a=1');
    await get('/network-error?reason=no_token&b=2');
    expect(cache.usage.entries).toBe(1);
  });

  test('limits a client that requests ever new URLs, and still serves cached pages', async () => {
    const distDir = join(projectRoot, process.env.WEB_OUT ?? 'dist/web');
    const server = fastify();
    await registerPages(server, {
      distDir,
      cache: new PageCache(),
      publicUrl: 'https://learn.example.org',
      budget: { burst: 2, perSecond: 0.001 },
    });
    const status = async (url: string, remoteAddress = '2001:db8::1') =>
      (await server.inject({ url, remoteAddress })).statusCode;
    expect(await status('/network-error')).toBe(200);
    expect(await status('/nowhere-1')).toBe(404);
    expect(await status('/nowhere-2')).toBe(429);
    expect(await status('/nowhere-3', '2001:db8::2')).toBe(429);
    expect(await status('/network-error')).toBe(200);
    expect(await status('/nowhere-2', '2001:db8:0:1::1')).toBe(404);
    await server.close();
  });
});
