import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { afterAll, expect, it, vi } from 'vitest';
import { addSnapshots, countsOf, createProcessMetrics, type Snapshot, toPrometheusText } from './metrics.ts';

const app = fastify({ logger: false });
const metrics = createProcessMetrics('all');
metrics.attach(app);
app.get('/api/lesson/:slug', async () => ({}));
app.get('/inner', async () => (await app.inject('/api/lesson/inner')).json());
await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());
const { port } = app.server.address() as AddressInfo;

/** Sends a request with any path and method. */
const send = (path: string, method = 'GET') =>
  new Promise<void>((resolve, reject) => {
    get({ port, path, method, agent: false }, (answer) => answer.resume().on('end', resolve)).on('error', reject);
  });

const valuesOf = (snapshot: Snapshot, name: string) => snapshot.find((metric) => metric.name === name)?.values ?? [];

it('counts requests by the pattern of their route, and never by what a client sends', async () => {
  await send('/api/lesson/first?secret=1');
  await send('/api/lesson/second');
  await send('/no/such/address');
  await send('/no/such/address', 'PROPFIND');
  const values = valuesOf(await metrics.snapshot(), 'hexpedition_http_requests_total');
  expect(values.map(({ labels, value }) => [labels.method, labels.route, labels.status, value])).toEqual([
    ['GET', '/api/lesson/:slug', 200, 2],
    ['GET', 'unmatched', 404, 1],
    ['other', 'unmatched', 404, 1],
  ]);
});

it('does not count calls of the API inside the process', async () => {
  await send('/inner');
  const values = valuesOf(await metrics.snapshot(), 'hexpedition_http_requests_total');
  expect(values.find(({ labels }) => labels.route === '/api/lesson/:slug')?.value).toBe(2);
});

it('adds counters, histograms and gauges of several processes up, and takes the highest lag', async () => {
  const processes = [createProcessMetrics('worker'), createProcessMetrics('worker')];
  processes.forEach((one, i) => {
    one.recordRequest('GET', '/map', 200, 20);
    one.watchCache('pages', () => ({ hits: 10 + i, misses: 1, entries: 3, bytes: 100 }));
    one.watchPool({ totalCount: 5, idleCount: 3 - i, waitingCount: i });
  });
  const text = await toPrometheusText(await addSnapshots(await Promise.all(processes.map((one) => one.snapshot()))));
  for (const line of [
    'hexpedition_http_requests_total{method="GET",route="/map",status="200"} 2',
    'hexpedition_http_request_duration_seconds_bucket{le="0.025",method="GET",route="/map"} 2',
    'hexpedition_http_request_duration_seconds_bucket{le="0.01",method="GET",route="/map"} 0',
    'hexpedition_http_request_duration_seconds_count{method="GET",route="/map"} 2',
    'hexpedition_cache_requests_total{cache="pages",result="hit"} 21',
    'hexpedition_cache_bytes{cache="pages"} 200',
    'hexpedition_database_pool_connections{state="used"} 5',
    'hexpedition_database_pool_waiting 1',
    'hexpedition_processes{role="worker"} 2',
    'hexpedition_event_loop_lag_seconds{quantile="0.99"} 0',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
});

it('gives every reader the lag of the last complete window', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const other = fastify({ logger: false });
  try {
    const own = createProcessMetrics('all');
    own.attach(other);
    await other.listen({ host: '127.0.0.1', port: 0 });
    const readMax = async () =>
      valuesOf(await own.snapshot(), 'hexpedition_event_loop_lag_seconds').find(({ labels }) => labels.quantile === '1')
        ?.value;
    // The first sample has nothing to compare with.
    await sleep(100);
    const until = performance.now() + 200;
    while (performance.now() < until);
    await sleep(100);
    expect(await readMax()).toBe(0);
    vi.advanceTimersByTime(15_000);
    expect(await readMax()).toBeGreaterThan(0.1);
    expect(await readMax()).toBeGreaterThan(0.1);
  } finally {
    vi.useRealTimers();
    await other.close();
  }
});

it('keeps only the counts of a process that has ended', async () => {
  const one = createProcessMetrics('worker');
  one.recordRequest('GET', '/map', 200, 20);
  const names = countsOf(await one.snapshot()).map(({ name }) => name);
  expect(names).toContain('hexpedition_http_requests_total');
  expect(names).not.toContain('hexpedition_process_resident_memory_bytes');
});
