import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { EarlyHandler } from './early-handler.ts';
import { createHostGuard } from './host-guard.ts';

let guard: EarlyHandler;
const server: Server = createServer((request, response) => {
  if (!guard(request, response)) response.end('the platform');
});
const listening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());
beforeEach(() => listening);

const setGuard = (publicUrl: string, isProduction = true) => {
  guard = createHostGuard({ publicUrl, isProduction });
};

function sendRequest(host: string | undefined, path = '/map', method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const headers = host === undefined ? {} : { host };
  const options = { host: '127.0.0.1', port, path, method, headers, setHost: false, agent: false };
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const request = httpRequest(options, async (response) => {
      const body = (await response.toArray()).join('');
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    });
    request.on('error', reject).end();
  });
}
const isAllowed = async (host: string, path?: string) => (await sendRequest(host, path)).body === 'the platform';

it('rejects other hosts with an API error for any path and method', async () => {
  setGuard('https://learn.example.org');
  for (const [path, method] of [
    ['/map', 'GET'],
    ['/api/config/features2', 'GET'],
    ['/api/account/login', 'POST'],
    ['/healthz/x', 'GET'],
  ]) {
    const { status, headers, body } = await sendRequest('evil.example', path, method);
    expect([status, headers['cache-control']]).toEqual([421, 'no-store']);
    expect(JSON.parse(body)).toEqual({ code: 'misdirected', msg: expect.stringContaining('learn.example.org') });
  }
  expect(await sendRequest('evil.example', '/map', 'HEAD')).toMatchObject({ status: 421, body: '' });
  for (const host of ['learn.example.org.evil.example', 'xlearn.example.org', 'localhost', '127.0.0.1', '']) {
    expect([host, await isAllowed(host)]).toEqual([host, false]);
  }
});

it('allows the host name of the platform with any port', async () => {
  setGuard('https://learn.example.org');
  for (const host of ['learn.example.org', 'LEARN.example.org.', 'learn.example.org:8080']) {
    expect([host, await isAllowed(host)]).toEqual([host, true]);
  }
});

it('allows all loopback names when PUBLIC_URL is a loopback name', async () => {
  setGuard('http://localhost:8080');
  for (const host of ['localhost:8080', 'localhost:3000', '127.0.0.1:8080', '[::1]:8080']) {
    expect([host, await isAllowed(host)]).toEqual([host, true]);
  }
  expect(await isAllowed('rebound.example:8080')).toBe(false);
});

it('allows health probes with any host', async () => {
  setGuard('https://learn.example.org');
  expect(await isAllowed('10.0.0.7:8080', '/healthz')).toBe(true);
  expect(await isAllowed('10.0.0.7:8080', '/readyz?x')).toBe(true);
});

it('allows every host in development', async () => {
  setGuard('http://localhost:8080', false);
  expect(await isAllowed('phone.local')).toBe(true);
});

it('sends Strict-Transport-Security only when PUBLIC_URL is https', async () => {
  setGuard('https://learn.example.org');
  expect((await sendRequest('learn.example.org')).headers['strict-transport-security']).toBe('max-age=31536000');
  expect((await sendRequest('evil.example')).headers['strict-transport-security']).toBe('max-age=31536000');
  setGuard('http://localhost:8080');
  expect((await sendRequest('localhost')).headers['strict-transport-security']).toBeUndefined();
});
