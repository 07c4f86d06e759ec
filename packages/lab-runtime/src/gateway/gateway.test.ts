import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Pass, sealPass } from './cookie.ts';
import { createGateway, type Gateway, type LabTarget } from './gateway.ts';
import { newLabel } from './host.ts';

const key = Buffer.alloc(32, 7);
const mine = newLabel();
const theirs = newLabel();
const over = newLabel();
const in5min = Date.now() + 300_000;

let upstream: Server;
let platform: Server;
let gateway: Gateway;
let port: number;
let app: RequestListener;
let tokens: Map<string, Pass>;
let seen: IncomingMessage | undefined;
/** The lab's response to WebSockets that it does not accept. */
let refuseUpgrades: number | undefined;
/** Ports of the clients that are connected to the server. */
const accepted = new Set<number | undefined>();

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  raw: string[];
  body: string;
}

function call(
  path: string,
  label: string | null,
  options: { headers?: Record<string, string | string[]>; method?: string; body?: string } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const host = label === null ? 'localhost' : `${label}.labs.localhost:${port}`;
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path,
        method: options.method ?? 'GET',
        headers: { host, ...options.headers },
        agent: false,
      },
      (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, raw: response.rawHeaders, body }),
        );
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}

/** Sends bytes and returns the response, until the connection ends or is silent for a while. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    // The first byte may take any time.
    socket.once('data', () => socket.setTimeout(1500, () => socket.destroy()));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

const cookie = (label = mine, pass: Partial<Pass> = {}) =>
  `__Host-lab=${sealPass({ instance: 1, user: 10, session: 100, expiresAt: in5min, ...pass }, label, key)}`;

beforeAll(async () => {
  upstream = createServer((request, response) => {
    seen = request;
    app(request, response);
  });
  upstream.on('upgrade', (request, socket) => {
    seen = request;
    if (refuseUpgrades) {
      // A response without an end, whose connection stays open.
      socket.on('error', () => {});
      socket.write(`HTTP/1.1 ${refuseUpgrades} X\r\nContent-Type: text/plain\r\nContent-Length: 9000\r\n\r\nno`);
      return;
    }
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSet-Cookie: t=1; Domain=labs.localhost\r\nSet-Cookie: __Host-lab=evil\r\n\r\n',
    );
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const endpoint = { kind: 'tcp', host: '127.0.0.1', port: (upstream.address() as AddressInfo).port } as const;
  const known: Record<string, LabTarget | null> = {
    [mine]: { instance: 1, user: 10, endpoint },
    [theirs]: { instance: 2, user: 20, endpoint },
    [over]: null,
  };
  gateway = createGateway({
    labsUrl: 'http://labs.localhost:80',
    backUrl: 'http://localhost/labs',
    key,
    lookup: async (label) => known[label],
    consumeEntry: async (token, label) => {
      const pass = tokens.get(`${label}/${token}`);
      tokens.delete(`${label}/${token}`);
      return pass;
    },
    isOpen: async (session) => session === 100,
    limits: { requestBytes: 1000, responseBytes: 100_000, requestMs: 1500, headersMs: 2000, webSockets: 2 },
  });
  platform = createServer((request, response) => {
    if (gateway.owns(request)) void gateway.handle(request, response);
    else response.end('the platform');
  });
  platform.on('connection', (socket) => {
    const { remotePort } = socket;
    accepted.add(remotePort);
    socket.once('close', () => accepted.delete(remotePort));
  });
  platform.on('upgrade', (request, socket, head) => gateway.upgrade(request, socket, head));
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  port = (platform.address() as AddressInfo).port;
});
afterAll(async () => {
  await gateway.close();
  platform.closeAllConnections();
  platform.close();
  upstream.closeAllConnections();
  upstream.close();
});
beforeEach(() => {
  tokens = new Map();
  seen = undefined;
  app = (_, response) => response.end('the lab');
});

describe('access to a lab', () => {
  it('lets a browser in with a token once, then with the cookie', async () => {
    tokens.set(`${mine}/abc`, { instance: 1, user: 10, session: 100, expiresAt: in5min });
    const entered = await call('/__lab/enter?token=abc', mine);
    expect(entered.status).toBe(303);
    expect(entered.headers.location).toBe('/');
    const set = entered.headers['set-cookie']?.[0] ?? '';
    expect(set).toMatch(/^__Host-lab=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const inside = await call('/', mine, { headers: { cookie: set.split(';')[0] ?? '' } });
    expect(inside.body).toBe('the lab');
    const again = await call('/__lab/enter?token=abc', mine);
    expect([again.status, again.headers['set-cookie']]).toEqual([403, undefined]);
    expect(again.body).toContain('used already');
  });

  it('does not consume a token for HEAD, or for another host', async () => {
    tokens.set(`${mine}/abc`, { instance: 1, user: 10, session: 100, expiresAt: in5min });
    expect((await call('/__lab/enter?token=abc', mine, { method: 'HEAD' })).status).toBe(403);
    expect((await call('/__lab/enter?token=abc', theirs)).status).toBe(403);
    expect((await call('/__lab/enter?token=abc', mine)).status).toBe(303);
  });

  it.each([
    ['no cookie', {}],
    ['a cookie for another host', { cookie: cookie(theirs) }],
    ['a cookie of another instance', { cookie: cookie(mine, { instance: 2 }) }],
    ['a cookie of another user', { cookie: cookie(mine, { user: 20 }) }],
    ['a cookie of a session that has ended', { cookie: cookie(mine, { session: 200 }) }],
    ['an expired cookie', { cookie: cookie(mine, { expiresAt: Date.now() - 1 }) }],
    ['a forged cookie', { cookie: cookie().replace('1.10.', '1.11.') }],
    ['a malformed cookie', { cookie: '__Host-lab=1.10.99999999999999.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('rejects a request with %s', async (_, headers) => {
    const answer = await call('/', mine, { headers });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('not open in this browser');
    expect(seen).toBeUndefined();
  });

  it('reveals nothing about unknown hosts, and never shows the platform on them', async () => {
    for (const label of [newLabel(), 'www', `a.${mine}`, '', '..']) {
      const answer = await call('/', label, { headers: { cookie: cookie() } });
      expect([answer.status, answer.body.includes('the platform')], label).toEqual([404, false]);
    }
    const bare = await call('/', null, { headers: { host: 'labs.localhost' } });
    expect(bare.status).toBe(404);
    expect((await call('/', null)).body).toBe('the platform');
  });

  it('reports that an instance has ended', async () => {
    expect(await call('/', over, { headers: { cookie: cookie(over) } })).toMatchObject({ status: 410 });
  });

  it('does not pass /__lab/ to the lab', async () => {
    expect((await call('/__lab/other', mine, { headers: { cookie: cookie() } })).status).toBe(404);
    expect(seen).toBeUndefined();
  });
});

describe('forwarding', () => {
  it('never sends the pass to the lab, even if the client hides it in its headers', async () => {
    await call('/x?y=1', mine, { headers: { cookie: `a=1; ${cookie()}; b=2` } });
    expect(seen?.headers.cookie).toBe('a=1; b=2');
    await call('/', mine, {
      headers: { cookie: cookie(), connection: 'cookie, x-drop', 'x-drop': '1', 'x-keep': '2' },
    });
    expect([seen?.headers.cookie, seen?.headers['x-drop'], seen?.headers['x-keep']]).toEqual([
      undefined,
      undefined,
      '2',
    ]);
  });

  it('removes headers from the response that affect other hosts', async () => {
    app = (_, response) => {
      response.writeHead(
        200,
        [
          ['Set-Cookie', 'a=1; Domain=labs.localhost; Path=/'],
          ['Set-Cookie', `${cookie(mine)}; Path=/`],
          ['Set-Cookie', ' __HOST-lab=x'],
          ['Set-Cookie', '=__Host-lab=x'],
          ['Set-Cookie', 'b=2; HttpOnly'],
          ['Strict-Transport-Security', 'max-age=99999999; includeSubDomains'],
          ['Alt-Svc', 'h2="evil:443"'],
          ['Clear-Site-Data', '"cookies"'],
          ['X-Own', 'stays'],
        ].flat(),
      );
      response.end('x');
    };
    const { headers } = await call('/', mine, { headers: { cookie: cookie() } });
    expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; HttpOnly']);
    for (const name of ['strict-transport-security', 'alt-svc', 'clear-site-data'])
      expect(headers[name]).toBeUndefined();
    expect(headers).toMatchObject({
      'x-own': 'stays',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'same-origin',
    });
  });

  it('keeps the path as it was typed', async () => {
    await call('/a/../../etc/%2e%2e/passwd?x=%00&y=../', mine, { headers: { cookie: cookie() } });
    expect(seen?.url).toBe('/a/../../etc/%2e%2e/passwd?x=%00&y=../');
  });

  it('forwards a body up to a size', async () => {
    app = (request, response) => void request.pipe(response);
    const send = (body: string, headers = {}) =>
      call('/', mine, { method: 'POST', body, headers: { cookie: cookie(), ...headers } });
    expect((await send('hello')).body).toBe('hello');
    expect((await send('hello', { 'transfer-encoding': 'chunked' })).body).toBe('hello');
    expect((await send('x'.repeat(1001))).status).toBe(413);
    expect(
      (await send('x'.repeat(5000), { 'transfer-encoding': 'chunked' }).catch(() => ({ status: 413 }))).status,
    ).toBe(413);
    expect((await send('still there')).body).toBe('still there');
  });

  it('forwards the early response of a lab that does not read the request', async () => {
    app = (_, response) => response.writeHead(401, { connection: 'close' }).end('no');
    const answer = await call('/', mine, { method: 'POST', body: 'x'.repeat(900), headers: { cookie: cookie() } });
    expect([answer.status, answer.body]).toEqual([401, 'no']);
  });

  it.each([204, 304])(
    'ends a response with status %i without a body, even if the lab announces a length',
    async (status) => {
      app = (request) =>
        void request.socket.end(
          `HTTP/1.1 ${status} X\r\nContent-Length: 5\r\nX-Kept: yes\r\nConnection: close\r\n\r\n`,
        );
      const answer = await call('/', mine, { headers: { cookie: cookie() } });
      expect([answer.status, answer.body]).toEqual([status, '']);
      expect(answer.headers).toMatchObject({ 'x-kept': 'yes' });
      expect(answer.headers['content-length']).toBeUndefined();
    },
  );

  it('limits the waiting time if the lab never ends its response', async () => {
    app = (_, response) => {
      response.on('error', () => {});
      const timer = setInterval(() => response.write('x'.repeat(50_000)), 1);
      response.on('close', () => clearInterval(timer));
    };
    await expect(call('/', mine, { headers: { cookie: cookie() } })).rejects.toThrow();
  });

  it('shows its own page if the lab is silent, malformed or broken', async () => {
    app = () => {};
    expect((await call('/', mine, { headers: { cookie: cookie() } })).status).toBe(504);
    app = (request) => void request.socket.destroy();
    expect((await call('/', mine, { headers: { cookie: cookie() } })).status).toBe(502);
    app = (request) => void request.socket.end('HTTP/1.1 200 OK\r\nX: a\x01b\r\nContent-Length: 1\r\n\r\nx');
    expect((await call('/', mine, { headers: { cookie: cookie() } })).status).toBe(502);
  });
});

describe('attacks on the protocol', () => {
  const host = () => `Host: ${mine}.labs.localhost:${port}\r\nCookie: ${cookie()}\r\n`;

  it('cuts off a body that arrives too slowly', async () => {
    app = (request, response) => void request.resume().on('end', () => response.end('read'));
    const answer = await raw(`POST / HTTP/1.1\r\n${host()}Content-Length: 100\r\n\r\nabc`);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('prevents request smuggling with two lengths', async () => {
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
    for (const headers of [
      `Content-Length: ${smuggled.length}\r\nTransfer-Encoding: chunked\r\n`,
      `Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n`,
      'Transfer-Encoding: xchunked\r\n',
      'Transfer-Encoding : chunked\r\n',
    ]) {
      const paths: (string | undefined)[] = [];
      app = (request, response) => {
        paths.push(request.url);
        response.end('ok');
      };
      await raw(`POST /first HTTP/1.1\r\n${host()}${headers}\r\n0\r\n\r\n${smuggled}`);
      expect(paths).not.toContain('/smuggled');
    }
  });

  it('rejects two hosts, and an absolute address of another host', async () => {
    expect(await raw(`GET / HTTP/1.1\r\n${host()}Host: localhost\r\n\r\n`)).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(await raw(`GET http://localhost/ HTTP/1.1\r\n${host()}\r\n`)).toMatch(/^HTTP\/1\.1 404 /);
    expect(seen).toBeUndefined();
  });

  it('accepts WebSockets only with the right cookie and origin', async () => {
    const upgrade = (extra: string) =>
      raw(`GET /ws HTTP/1.1\r\n${extra}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\nping`);
    const own = `Origin: http://${mine}.labs.localhost:${port}\r\n`;
    const good = await upgrade(host() + own);
    expect(good).toMatch(/^HTTP\/1\.1 101 [\s\S]*\r\n\r\nping$/);
    expect(good).toContain('t=1\r\n');
    expect(good).not.toMatch(/Domain=|evil/);
    expect(seen?.headers.cookie).toBeUndefined();
    seen = undefined;
    expect(await upgrade(host() + own.replace(mine, theirs))).toMatch(/^HTTP\/1\.1 403 /);
    expect(await upgrade(`Host: ${mine}.labs.localhost\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await upgrade(`Host: ${newLabel()}.labs.localhost\r\n`)).toMatch(/^HTTP\/1\.1 404 /);
    expect(await raw(`GET / HTTP/1.1\r\n${host()}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 /,
    );
    expect(seen).toBeUndefined();
  });

  it.each([
    [200, 502],
    [401, 401],
  ])('answers a WebSocket that the lab rejects with %i with a %i', async (given, shown) => {
    refuseUpgrades = given;
    const answer = await raw(`GET /ws HTTP/1.1\r\n${host()}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    refuseUpgrades = undefined;
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${shown} `));
    expect(answer).toMatch(/\r\n\r\nThe lab did not answer$/);
  });

  it('frees a rejected socket whose client never closes', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {}).resume();
    socket.write(`GET / HTTP/1.1\r\nHost: ${mine}.labs.localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    await once(socket, 'end');
    const { localPort } = socket;
    expect(accepted.has(localPort)).toBe(true);
    await expect.poll(() => accepted.has(localPort)).toBe(false);
    socket.destroy();
  });

  it('limits the number of WebSockets', async () => {
    const open = () => raw(`GET /ws HTTP/1.1\r\n${host()}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    const answers = await Promise.all([open(), open(), open(), open()]);
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 101'))).toHaveLength(2);
  });
});
