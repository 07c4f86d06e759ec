import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PageCache } from '#features/pages/pages.public';
import { projectRoot } from '#platform/paths';
import { tampered } from '#testing/tampered';
import { createTestApp, type TestApp } from '#testing/test-app';

const path = '/api/account/check_access';
const code = 'lantern at midnight';

let test: TestApp;
let open: TestApp;
beforeAll(async () => {
  [test, open] = await Promise.all([createTestApp({ siteAccessCode: code }), createTestApp()]);
});
afterAll(() => Promise.all([test.close(), open.close()]));
// Attempts are counted per address: each test starts in a new window.
beforeEach(() => test.clock.advance(700));

function post(app: FastifyInstance, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
}

/** Submits the code. @returns the cookie for further requests */
async function admit(app: FastifyInstance, given = code): Promise<string> {
  const answer = await post(app, { code: given });
  expect(answer.statusCode).toBe(303);
  return String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
}

const expectAccessPage = (answer: { statusCode: number; body: string; headers: Record<string, unknown> }) => {
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /);
  expect(answer.body).toContain(`<form method="post" action="${path}">`);
};

describe('without a pass', () => {
  it.each([
    ['GET', '/api/config/features2'],
    ['GET', '/api/account/details'],
    ['GET', '/api/nowhere'],
    ['POST', '/api/account/login'],
    ['PUT', '/api/progress'],
    ['GET', '/openapi.json'],
    ['GET', '/docs'],
    ['GET', '/'],
    ['GET', '/nowhere'],
    ['GET', '/api/../healthz/x'],
    ['GET', `${path}x`],
    ['GET', `${path}/more`],
    ['OPTIONS', '/api/account/login'],
    ['DELETE', path],
  ] as const)('%s %s answers with the access page', async (method, url) => {
    const answer = await test.app.inject({ method, url });
    expect(answer.statusCode).toBe(403);
    expectAccessPage(answer);
  });

  it('a session does not grant access', async () => {
    const learner = await test.as();
    expect((await learner.get('/api/account/details')).status).toBe(403);
  });

  it('the probes answer', async () => {
    for (const probe of ['/healthz', '/readyz']) expect((await test.anonymous.get(probe)).status).toBe(200);
  });

  it('the page keeps the requested path as escaped text', async () => {
    const wanted = await test.app.inject({ url: '/lab/x?tab=%22%3E1&b=2' });
    expect(wanted.body).toContain('name="next" value="/lab/x?tab=%22%3E1&amp;b=2"');
    const asked = await test.app.inject({ url: `${path}?next=${encodeURIComponent('/map?a="><script>')}` });
    expect(asked.statusCode).toBe(200);
    expectAccessPage(asked);
    expect(asked.body).toContain('name="next" value="/map?a=&quot;&gt;&lt;script&gt;"');
    for (const next of ['//evil.example', 'https://evil.example', '/a&next=/b']) {
      const answer = await test.app.inject({ url: `${path}?next=${encodeURIComponent(next)}&next=/b` });
      expect(answer.body).not.toContain('name="next"');
    }
  });
});

describe('entering the code', () => {
  it('grants access for thirty days', async () => {
    const answer = await post(test.app, { code: ` ${code} `, next: '/map?view=list' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/map?view=list']);
    expect(answer.headers['set-cookie']).toMatch(
      /^hexpedition-access=\d+\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
    const inside = () => test.app.inject({ url: '/api/config/features2', headers: { cookie } });
    expect((await inside()).json()).toMatchObject({ login: true });
    const again = await test.app.inject({ url: `${path}?next=/labs`, headers: { cookie } });
    expect([again.statusCode, again.headers.location]).toEqual([303, '/labs']);
    test.clock.advance(30 * 86_400 - 5);
    expect((await inside()).statusCode).toBe(200);
    test.clock.advance(5);
    expect((await inside()).statusCode).toBe(403);
  });

  it('redirects to paths of this site only', async () => {
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', '/\r\nx: y', 'map']) {
      expect((await post(test.app, { code, next })).headers.location).toBe('/');
    }
  });

  it('rejects a wrong code and grants no access', async () => {
    for (const given of ['', 'lantern', `${code}x`, code.toUpperCase()]) {
      const answer = await post(test.app, { code: given, next: '/labs' });
      expect(answer.statusCode).toBe(403);
      expectAccessPage(answer);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.body).toContain('role="alert"');
      expect(answer.body).toContain('name="next" value="/labs"');
      expect(answer.body).not.toContain(code);
    }
  });

  it('is rate limited', async () => {
    for (let count = 0; count < 60; count += 1) await post(test.app, { code: `guess ${count}` });
    const answer = await post(test.app, { code });
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expectAccessPage(answer);
    expect(answer.body).toContain('Too many attempts from your network. Try again in 10 minutes.');
    test.clock.advance(601);
    await admit(test.app);
  });

  it('accepts only a small form', async () => {
    const big = await post(test.app, { code, more: 'x'.repeat(1_100) });
    expect(big.statusCode).toBe(413);
    expectAccessPage(big);
    const json = await test.app.inject({ method: 'POST', url: path, payload: { code } });
    expect(json.statusCode).toBe(415);
    expectAccessPage(json);
    // Other routes accept no forms.
    const cookie = await admit(test.app);
    const elsewhere = await test.app.inject({
      method: 'POST',
      url: '/api/account/login',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=a&password=b',
    });
    expect(elsewhere.statusCode).toBe(415);
  });
});

describe('access pass', () => {
  it('cannot be forged or extended', async () => {
    const cookie = await admit(test.app);
    const [, expiry = '', signature = ''] = /=(\d+)\.(.+)$/.exec(cookie) ?? [];
    const tries = [
      `${Number(expiry) + 1}.${signature}`,
      `${expiry}.${tampered(signature)}`,
      `${expiry}.`,
      `0${expiry}.${signature}`,
      `${expiry}.${'A'.repeat(43)}`,
      '',
    ];
    for (const pass of tries) {
      const answer = await test.app.inject({
        url: '/api/config/features2',
        headers: { cookie: `hexpedition-access=${pass}` },
      });
      expect([pass, answer.statusCode]).toEqual([pass, 403]);
    }
  });
});

it('does not ask for a code if none is configured', async () => {
  for (const answer of [await open.app.inject({ url: path }), await post(open.app, { code: 'x' })]) {
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect((await open.anonymous.get('/api/config/features2')).status).toBe(200);
});

describe('site with server-rendered pages', () => {
  const cache = new PageCache();
  // Another code than that of the other site, so that its passes are those of a site whose code has changed.
  const newCode = `${code} or later`;
  let site: TestApp;
  let app: FastifyInstance;
  let address: string;

  beforeAll(async () => {
    const web = { distDir: join(projectRoot, process.env.WEB_OUT ?? 'dist/web'), cache };
    site = await createTestApp({ siteAccessCode: newCode }, { web });
    app = site.app;
    await app.listen({ host: '127.0.0.1', port: 0 });
    address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });
  afterAll(() => site.close());

  const ask = (url: string, headers: Record<string, string> = {}) =>
    fetch(address + url, { headers, redirect: 'manual' });

  it('rejects a pass of the former code', async () => {
    expect((await ask('/api/config/features2', { cookie: await admit(test.app) })).status).toBe(403);
  });

  it('caches pages only for admitted visitors', async () => {
    const cookie = await admit(app, newCode);
    for (const _time of ['rendered', 'cached']) {
      const page = await ask('/legal', { cookie });
      expect(page.status).toBe(200);
      expect(page.headers.get('cache-control')).toBe('private, no-store');
      expect(await page.text()).toContain('<main');
    }
    expect(cache.find('/legal')?.entry.complete).toBe(true);
    const etag = cache.find('/legal')?.entry.etag ?? '';
    const tries: Record<string, string>[] = [{}, { 'if-none-match': etag }, { cookie: 'hexpedition-access=1.x' }];
    for (const headers of tries) {
      const outside = await ask('/legal', headers);
      expect(outside.status).toBe(403);
      expect(outside.headers.get('cache-control')).toBe('no-store');
      expect(await outside.text()).toContain(path);
    }
    expect((await ask('/legal', { cookie, 'if-none-match': etag })).status).toBe(304);
  });

  it('serves no files to others, except those of the access page', async () => {
    const outside = await (await ask('/map')).text();
    const font = /url\("(\/assets\/[^"]+\.woff2)"\)/.exec(outside)?.[1] ?? 'no font';
    for (const file of [font, '/favicon.svg']) expect([file, (await ask(file)).status]).toEqual([file, 200]);
    const cookie = await admit(app, newCode);
    const inside = await (await ask('/legal', { cookie })).text();
    const script = /"(\/assets\/entry-client-[^"]+\.js)"/.exec(inside)?.[1] ?? 'no script';
    expect((await ask(script)).status).toBe(403);
    const given = await ask(script, { cookie });
    expect(given.status).toBe(200);
    expect(given.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  });

  it('does not guard the hosts of labs', async () => {
    const { port } = new URL(address);
    const status = await new Promise((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path: '/', headers: { host: 'abc.labs.localhost' } }, (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += String(chunk);
        });
        response.on('end', () => resolve([response.statusCode, body.includes(path)]));
      })
        .on('error', reject)
        .end();
    });
    expect(status).toEqual([404, false]);
  });
});
