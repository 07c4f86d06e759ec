import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { get as httpGet } from 'node:http';
import { connect as http2Connect, type IncomingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { parseEnv } from 'node:util';
import type { FlagVerdict, Instance, SignedIn } from '@hexpedition/contract';
import { uploadPartBytes } from '@hexpedition/contract/upload-rules';
import type { Exploit } from '@hexpedition/lab-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTerminal } from '../apps/server/src/features/labs/workspaces/testing/terminal-client.ts';
import { runOn } from '../apps/server/src/testing/test-postgres.ts';
import exploitTideTable from '../labs/tide-table/exploit.ts';
import { signUp } from './support/learner.ts';
import { type OwnPlatform, startPlatform } from './support/platform.ts';
import {
  clientAddress,
  isInstalled,
  proxyNames,
  type ReverseProxy,
  startReverseProxy,
} from './support/reverse-proxy.ts';
import { freePort, projectRoot } from './support/server.ts';

/**
 * The platform behind the shipped configurations of nginx and Caddy, with the settings of the deployment guide:
 * `npm run test:proxies`. It needs the programs (`apt install nginx caddy`).
 */

const settings = parseEnv(readFileSync(join(projectRoot, 'deploy/systemd/environment'), 'utf8')) as Record<
  string,
  string
>;
const site = settings.PUBLIC_URL ?? '';

async function getOverHttp2({ port, certificate: ca }: ReverseProxy, path: string): Promise<IncomingHttpHeaders> {
  const tls = { host: '127.0.0.1', port, ca, servername: new URL(site).hostname, ALPNProtocols: ['h2'] };
  const session = http2Connect(site, { createConnection: () => tlsConnect(tls) });
  const stream = session.request({ ':path': path, 'accept-encoding': 'br' });
  const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
    stream.once('response', resolve);
    stream.once('error', reject);
    session.once('error', reject);
  });
  stream.resume();
  await new Promise((resolve) => stream.once('end', resolve));
  session.close();
  return headers;
}

/** Returns the address to which a request without TLS is redirected, or the status of another answer. */
function redirectOf({ httpPort }: ReverseProxy, path: string): Promise<string | number | undefined> {
  const headers = { host: new URL(site).host };
  return new Promise((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port: httpPort, path, headers }, (response) => {
      response.resume();
      resolve([301, 308].includes(response.statusCode ?? 0) ? response.headers.location : response.statusCode);
    }).on('error', reject);
  });
}

for (const name of proxyNames) {
  const skip = !isInstalled(name);
  if (skip)
    process.stdout.write(`SKIPPED: the tests of ${name}, because it is not installed (Debian: apt install ${name}).\n`);

  describe.skipIf(skip)(name, () => {
    let folder: string;
    let platform: OwnPlatform;
    let proxy: ReverseProxy;
    let learner: SignedIn;
    const bearer = () => ({ authorization: `Bearer ${learner.token.access}` });

    async function call<T>(method: string, path: string, body?: object): Promise<T> {
      const headers = { ...bearer(), ...(body ? { 'content-type': 'application/json' } : {}) };
      const response = await proxy.fetch(site + path, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(response.status, await response.clone().text()).toBe(200);
      return response.json() as Promise<T>;
    }

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), `hexpedition-${name}-`));
      const port = await freePort();
      platform = await startPlatform({ ...settings, PORT: String(port), WORKERS: '2', FREE_TIER: '2' }, port);
      proxy = await startReverseProxy(name, folder, port);
      learner = await signUp({ url: site }, {}, proxy.fetch);
    });
    afterAll(async () => {
      await proxy?.stop();
      await platform?.end();
      await rm(folder, { recursive: true, force: true });
    });

    it('serves a page over HTTP/2', async () => {
      const headers = await getOverHttp2(proxy, '/map');
      expect(headers).toMatchObject({ ':status': 200, 'content-encoding': 'br' });
      expect(headers['content-type']).toMatch(/^text\/html/);
    });

    it('passes the headers of the platform on, and each once', async () => {
      const [proxied, direct] = await Promise.all([
        proxy.fetch(`${site}/map`),
        fetch(`http://127.0.0.1:${platform.port}/readyz`),
      ]);
      expect(direct.headers.get('strict-transport-security')).toBe('max-age=31536000');
      // A header that is sent twice has two values here.
      expect(proxied.headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(proxied.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await proxied.text()).toContain('First Light');
    });

    it('chooses the ID of a request, which the client cannot', async () => {
      const headers = { 'x-request-id': 'chosen-by-the-client' };
      for (const path of ['/map', '/api/account/ip']) {
        const id = (await proxy.fetch(site + path, { headers })).headers.get('x-request-id');
        expect(id).toMatch(/^[0-9a-f-]{32,36}$/);
      }
    });

    it('leads from http to https', async () => {
      const location = await redirectOf(proxy, '/map?a=1');
      expect(String(location).replace(`:${proxy.port}`, '')).toBe(`${site}/map?a=1`);
    });

    it('refuses other host names during the handshake', async () => {
      await expect(proxy.fetch('https://other.example.com/')).rejects.toThrow(/alert|certificate|disconnected/i);
    });

    it("the platform sees the client's address, not one that the client has sent", async () => {
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      const { ip } = (await (await proxy.fetch(`${site}/api/account/ip`, { headers })).json()) as { ip: string };
      expect(ip).toBe(clientAddress);
      // The address under which the platform limits sign-ups.
      expect(platform.output()).toContain(`"path":"/api/account/signup","ip":"${clientAddress}"`);
    });

    it('answers are personal: two learners see their own accounts', async () => {
      const other = await signUp({ url: site }, {}, proxy.fetch);
      const read = async ({ token }: SignedIn) => {
        const headers = { authorization: `Bearer ${token.access}` };
        return (await proxy.fetch(`${site}/api/account/details`, { headers })).text();
      };
      expect(await read(learner)).toContain(learner.user.username);
      expect(await read(other)).toContain(other.user.username);
      expect((await proxy.fetch(`${site}/api/account/details`)).status).toBe(401);
    });

    it('a part of an upload passes, and a larger body is refused', async () => {
      const author = await signUp({ url: site }, {}, proxy.fetch);
      await runOn(platform.databaseUrl, `update users set is_superuser = true where pk = ${author.user.pk}`);
      const query = new URLSearchParams({ training: 'terminal', folder: 'files', name: `${name}.bin` });
      for (const [key, value] of Object.entries({ upload: randomUUID(), part: '1', parts: '1' })) query.set(key, value);
      const path = `${site}/api/system/file_upload?${query}`;
      const authorization = `Bearer ${author.token.access}`;
      const headers = { authorization, 'content-type': 'application/octet-stream' };
      const stored = await proxy.fetch(path, { method: 'POST', headers, body: randomBytes(uploadPartBytes) });
      expect(stored.status, await stored.clone().text()).toBe(200);
      expect(((await stored.json()) as { file: { size: number } | null }).file?.size).toBe(uploadPartBytes);

      const tooLarge = await proxy.fetch(path, { method: 'POST', headers, body: Buffer.alloc(19_000_000) });
      expect(tooLarge.status).toBe(413);
    });

    async function enter(slug: string): Promise<{ url: URL; cookie: string }> {
      const { instance } = await call<{ instance: Instance }>('POST', `/api/lab/${slug}/start`);
      expect(instance.status).toBe('running');
      const url = new URL((await call<{ url: string }>('POST', `/api/lab/${slug}/enter`)).url);
      expect(url.host).toMatch(/^[a-z0-9-]+\.labs\.example\.net$/);
      const entered = await proxy.fetch(url.href);
      expect(entered.status).toBe(303);
      return { url, cookie: entered.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
    }

    it('a lab opens under its own host, and its flag counts', async () => {
      const { url, cookie } = await enter('tide-table');
      const target = { fetch: (path: string) => proxy.fetch(url.origin + path, { headers: { cookie } }) };
      const [flag] = Object.values(await exploitTideTable(target as unknown as Parameters<Exploit>[0]));
      expect(await call<FlagVerdict>('POST', '/api/lab/flags/tide-table', { flag })).toMatchObject({ result: 'right' });
      await call('POST', '/api/lab/tide-table/stop');
    });

    it('a lab sees the addresses that the learner has forged', async () => {
      const { url, cookie } = await enter('ticket-roulette');
      const headers = {
        ...{ cookie, 'x-forwarded-for': '198.51.100.77', origin: url.origin },
        'content-type': 'application/x-www-form-urlencoded',
      };
      const collect = () =>
        proxy.fetch(`${url.origin}/collect`, { method: 'POST', headers, body: 'ticket=23&pin=0001' });
      for (let i = 0; i < 5; i++) await collect();
      const refused = await collect();
      expect(refused.status).toBe(429);
      expect(await refused.text()).toContain('198.51.100.77');
      await call('POST', '/api/lab/ticket-roulette/stop');
    });

    it('nginx refuses paths above the root, and Caddy does not', async () => {
      const { status } = await proxy.fetch('https://a.labs.example.net/..%2f..%2fetc/passwd');
      expect(status === 400).toBe(name === 'nginx');
    });

    it('a terminal works through its WebSocket', async () => {
      const { instance } = await call<{ instance: Instance }>('POST', '/api/lab/lamplighter/start');
      expect(instance.status).toBe('running');
      const { ticket } = await call<{ ticket: string }>('POST', '/api/lab/lamplighter/terminal');
      const { host, hostname } = new URL(site);
      const tls = { ca: proxy.certificate, servername: hostname };
      const terminal = await connectTerminal(proxy.port, { host, origin: site }, ticket, tls);
      terminal.send({ ticket, terminal: 1, columns: 80, rows: 24, from: null });
      await terminal.waitFor('attached');
      terminal.type('echo $((6 * 7))\n');
      await expect.poll(terminal.text).toMatch(/^42\r?$/m);
      await call('POST', '/api/lab/lamplighter/stop');
      expect(await terminal.closed).toMatchObject({ reason: 'You have stopped the lab.' });
    });

    it('answers 503 with a sentence while the platform is stopped', async () => {
      await platform.stop();
      for (const url of [`${site}/readyz`, `${site}/map`, 'https://a.labs.example.net/']) {
        const response = await proxy.fetch(url);
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
        expect(await response.text()).toContain('The site does not answer. Try again in a minute.');
      }
    });
  });
}
