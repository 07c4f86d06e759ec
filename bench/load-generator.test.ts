import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { generateLoad } from './load-generator.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

function listen(handler: Parameters<typeof createServer>[1]): Promise<number> {
  server = createServer(handler);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

const short = { connections: 3, warmUpMs: 0, durationMs: 300 };

it('cycles through the requests, keeps its connections alive, and counts the responses', async () => {
  const received: string[] = [];
  const waiting: (() => void)[] = [];
  const port = await listen((request, response) => {
    received.push(`${request.url} ${request.headers['x-kind']}`);
    waiting.push(() => response.end('x'.repeat(200_000)));
    // The server responds only after all connections have sent their first request.
    if (received.length >= short.connections) for (const answer of waiting.splice(0)) answer();
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const requests = [{ path: '/a', headers: { 'x-kind': 'b' } }, { path: '/c' }, { path: '/d' }];
  const result = await generateLoad({ ...short, port, requests });
  expect(result.failures).toEqual({});
  expect(result.requests).toBeGreaterThan(0);
  expect(connections).toBe(3);
  const count = (kind: string) => received.filter((one) => one === kind).length;
  // The connections start at different positions of the list, so the first three requests differ.
  expect(received.slice(0, 3).sort()).toEqual(['/a b', '/c undefined', '/d undefined']);
  expect(count('/a b') + count('/c undefined') + count('/d undefined')).toBe(received.length);
  expect(Math.max(...received.map(count)) - Math.min(...received.map(count))).toBeLessThan(5);
  // The last request of each connection is pending when the run ends.
  expect(received.length - result.allRequests).toBeGreaterThanOrEqual(0);
  expect(received.length - result.allRequests).toBeLessThanOrEqual(3);
  expect(result.bytesPerSecond / result.perSecond).toBeGreaterThan(150_000);
  expect(result.p50).toBeLessThanOrEqual(result.p95);
  expect(result.p95).toBeLessThanOrEqual(result.p99);
  expect(result.p99).toBeLessThanOrEqual(result.max);
});

it('measures in microseconds, over the duration of the run', async () => {
  const port = await listen((_request, response) => {
    setTimeout(() => response.end('late'), 20);
  });
  const result = await generateLoad({ ...short, connections: 1, port, requests: [{ path: '/' }] });
  expect(result.p50).toBeGreaterThan(15_000);
  expect(result.p50).toBeLessThan(250_000);
  expect(result.requests / result.perSecond).toBeGreaterThan(0.28);
  expect(result.requests / result.perSecond).toBeLessThan(2);
});

it('excludes the warm-up from the result, but counts its responses', async () => {
  let answered = 0;
  const port = await listen((_request, response) => {
    answered += 1;
    response.end('x');
  });
  const result = await generateLoad({ ...short, warmUpMs: 300, port, requests: [{ path: '/' }] });
  expect(result.allRequests).toBeGreaterThan(result.requests);
  expect(answered - result.allRequests).toBeLessThanOrEqual(6);
});

it('counts responses outside 2xx as failures and excludes them from the times', async () => {
  let count = 0;
  const port = await listen((_request, response) => {
    response.statusCode = count++ % 2 === 0 ? 200 : 503;
    response.end();
  });
  const result = await generateLoad({ ...short, port, requests: [{ path: '/' }] });
  expect(Object.keys(result.failures)).toEqual(['503']);
  expect(Math.abs((result.failures['503'] ?? 0) - result.requests)).toBeLessThan(20);
});

it('counts broken connections, and continues', async () => {
  let count = 0;
  const port = await listen((request, response) => {
    if (count++ % 2 === 0) request.socket.destroy();
    else response.end('x');
  });
  const result = await generateLoad({ ...short, port, requests: [{ path: '/' }] });
  expect(result.requests).toBeGreaterThan(0);
  expect(Object.values(result.failures).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(1);
});

it('counts requests to a server that never responds', async () => {
  const port = await listen(() => undefined);
  const result = await generateLoad({ ...short, durationMs: 1_500, port, requests: [{ path: '/' }] });
  expect(result.requests).toBe(0);
  expect(result.failures).toEqual({ 'request timed out': 3 });
});
