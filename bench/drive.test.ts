import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { drive } from './drive.ts';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

function listen(handler: Parameters<typeof createServer>[1]): Promise<number> {
  server = createServer(handler);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

const short = { connections: 3, warmUpMs: 20, durationMs: 150 };

it('asks every request in turn, keeps its connections, and counts what came', async () => {
  const paths = new Map<string, number>();
  const port = await listen((request, response) => {
    paths.set(
      `${request.url} ${request.headers.accept}`,
      (paths.get(`${request.url} ${request.headers.accept}`) ?? 0) + 1,
    );
    const body = 'x'.repeat(200_000);
    response.setHeader('content-length', body.length).end(body);
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const result = await drive({ ...short, port, requests: [{ path: '/a', headers: { accept: 'b' } }, { path: '/c' }] });
  expect(result.failures).toEqual({});
  expect(result.requests).toBeGreaterThan(0);
  expect(connections).toBe(3);
  expect([...paths.keys()]).toEqual(['/a b', '/c undefined']);
  expect(Math.abs((paths.get('/a b') ?? 0) - (paths.get('/c undefined') ?? 0))).toBeLessThan(2);
  expect([...paths.values()].reduce((sum, one) => sum + one, 0)).toBe(result.allRequests);
  expect(result.bytesPerSecond / result.perSecond).toBeGreaterThan(150_000);
  expect(result.p50).toBeLessThanOrEqual(result.p99);
  expect(result.p99).toBeLessThanOrEqual(result.max);
});

it('counts answers that are not 2xx as failures and leaves them out of the times', async () => {
  let count = 0;
  const port = await listen((_request, response) => {
    response.statusCode = count++ % 2 === 0 ? 200 : 503;
    response.setHeader('content-length', 0).end();
  });
  const result = await drive({ ...short, port, requests: [{ path: '/' }] });
  expect(Object.keys(result.failures)).toEqual(['503']);
  expect(Math.abs((result.failures['503'] ?? 0) - result.requests)).toBeLessThan(20);
});

it('counts connections that break, and goes on', async () => {
  const port = await listen((request) => request.socket.destroy());
  const result = await drive({ ...short, port, requests: [{ path: '/' }] });
  expect(result.requests).toBe(0);
  expect(Object.values(result.failures).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
});
