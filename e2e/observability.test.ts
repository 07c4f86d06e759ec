import { randomBytes } from 'node:crypto';
import type { AuthoredLesson, LessonDraft, Published, SignedIn } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeepAliveClient, openKeepAliveClient } from './support/keep-alive-client.ts';
import { signUp, signUpSuperuser } from './support/learner.ts';
import { type OwnPlatform, startPlatform } from './support/platform.ts';
import { commandsOf, descendantsOf } from './support/processes.ts';
import { freePort, runServerUntilExit, temporaryFolder } from './support/server.ts';
import { startTraceCollector, type TraceCollector } from './support/trace-collector.ts';

/** Metrics, traces and logs of a node with a primary and two workers, behind a proxy. */

const token = 'a-token-of-the-operator-for-metrics';
let collector: TraceCollector;
let platform: OwnPlatform;
let learner: SignedIn;
const clients: KeepAliveClient[] = [];
beforeAll(async () => {
  collector = await startTraceCollector();
  platform = await startPlatform({
    ...{ WORKERS: '2', TRUST_PROXY: 'yes', FREE_TIER: '2', LOG_LEVEL: 'info' },
    ...{ METRICS_TOKEN: token, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200' },
  });
  learner = await signUp(platform);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await platform?.end();
  collector?.close();
});

function open(): KeepAliveClient {
  const client = openKeepAliveClient(platform.port);
  clients.push(client);
  return client;
}

const bearer = { authorization: `Bearer ${token}` };
const traceOf = () => randomBytes(16).toString('hex');
const parentSpan = '00f067aa0ba902b7';

/** Sends a request as the proxy does: with its own ID and trace. */
const sendAsProxy = (path: string, trace: string, options: { method?: string; body?: string } = {}) =>
  open().send(path, {
    ...options,
    headers: {
      authorization: `Bearer ${learner.token.access}`,
      'x-request-id': `proxy-${trace}`,
      traceparent: `00-${trace}-${parentSpan}-01`,
    },
  });

const scrape = async (client = open()) => (await client.send('/metrics', { headers: bearer })).text;

/** Returns the sum of the values whose line begins with a text. */
const sumOf = (text: string, begin: string): number =>
  text
    .split('\n')
    .filter((line) => line.startsWith(begin))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);

const spansOf = (trace: string) => collector.spans().filter(({ traceId }) => traceId === trace);

describe('metrics of a node with several processes', () => {
  it('count every request once, also those from a cache, whichever worker answers the scrape', async () => {
    const pages = 'hexpedition_http_requests_total{method="GET",route="/*",status="200"}';
    const answers = 'hexpedition_http_requests_total{method="GET",route="/api/trainings",status="200"}';
    const before = await scrape();
    const counts = async () => {
      const text = await scrape();
      return [sumOf(text, pages) - sumOf(before, pages), sumOf(text, answers) - sumOf(before, answers)];
    };
    for (let i = 0; i < 12; i++) {
      const client = open();
      for (const path of ['/map', '/api/trainings']) expect((await client.send(path)).status).toBe(200);
    }
    // Several connections, so that both workers are scraped.
    for (let i = 0; i < 4; i++) expect(await counts()).toEqual([12, 12]);
    const text = await scrape();
    expect(sumOf(text, 'hexpedition_processes{role="worker"}')).toBe(2);
    expect(sumOf(text, 'hexpedition_processes{role="primary"}')).toBe(1);
    expect(sumOf(text, 'hexpedition_cache_requests_total{cache="pages",result="hit"}')).toBeGreaterThan(0);
    expect(sumOf(text, 'hexpedition_lab_places{state="free"}')).toBe(300);
    expect(sumOf(text, 'hexpedition_database_size_bytes')).toBeGreaterThan(1_000_000);
  });

  it('do not decrease when a worker ends', async () => {
    const name = 'hexpedition_http_requests_total';
    const before = sumOf(await scrape(), name);
    const children = [...(await descendantsOf(platform.pid))];
    const commands = await commandsOf(children);
    const worker = children.find((_, i) => commands[i]?.includes('dist/server/main.js'))?.[0] ?? 0;
    process.kill(worker, 'SIGKILL');
    await expect.poll(platform.output).toContain(`Worker ${worker} ended`);
    await expect.poll(async () => sumOf(await scrape(), 'hexpedition_processes{role="worker"}')).toBe(2);
    expect(sumOf(await scrape(), name)).toBeGreaterThanOrEqual(before);
  });

  it('count the starts of labs and the mails', async () => {
    const start = await sendAsProxy('/api/lab/tide-table/start', traceOf(), { method: 'POST' });
    expect(start.status, start.text).toBe(200);
    const text = await scrape();
    expect(sumOf(text, 'hexpedition_lab_starts_total{result="started"}')).toBe(1);
    expect(sumOf(text, 'hexpedition_lab_start_duration_seconds_count')).toBe(1);
    await expect.poll(async () => sumOf(await scrape(), 'hexpedition_lab_places{state="used"}')).toBe(1);
  });
});

describe('traces', () => {
  it('show a request of the proxy with its statements, and no values', async () => {
    const trace = traceOf();
    const secret = `lighthouse-${trace.slice(0, 8)}`;
    expect((await sendAsProxy(`/api/search?q=${secret}`, trace)).status).toBe(200);
    await expect.poll(() => spansOf(trace).map(({ name }) => name)).toContain('GET /api/search');
    const spans = spansOf(trace);
    const request = spans.find(({ name }) => name === 'GET /api/search');
    expect(request?.parentSpanId).toBe(parentSpan);
    expect(request?.attributes).toMatchObject({
      ...{ 'http.route': '/api/search', 'http.response.status_code': 200 },
      'hexpedition.request_id': `proxy-${trace}`,
    });
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(statements.length).toBeGreaterThan(0);
    for (const { name, attributes } of statements) {
      expect(name).toMatch(/^SQL \w+$/);
      expect(attributes['db.query.text']).toMatch(/^\s*(select|with|insert|update|begin|commit|\()/i);
    }
    expect(collector.text()).not.toContain(secret);
    expect(collector.text()).not.toContain(learner.token.access);
  });

  it('follow a request to the process that runs the labs', async () => {
    const trace = traceOf();
    expect((await sendAsProxy('/api/lab/tide-table/stop', trace, { method: 'POST' })).status).toBe(200);
    await expect.poll(() => spansOf(trace).map(({ name }) => name)).toContain('POST /api/lab/:slug/stop');
    await expect.poll(() => collector.spans().map(({ name }) => name)).toContain('lab start');
  });
});

describe('the log', () => {
  it('has the ID of the proxy in each line of a request, also of one that another process answers', async () => {
    const trace = traceOf();
    const id = `proxy-${trace}`;
    for (const path of ['/api/progress', '/api/lab/tide-table/instance']) {
      const { headers } = await sendAsProxy(path, trace);
      expect(headers['x-request-id']).toBe(id);
      await expect
        .poll(() => linesOf(platform.output()).filter(({ reqId }) => reqId === id))
        .toEqual(expect.arrayContaining([expect.objectContaining({ path, msg: 'request completed' })]));
    }
    // Pages come from the cache, before the framework.
    expect((await sendAsProxy('/map', trace)).headers['x-request-id']).toBe(id);
  });

  it('is JSON on every line, also after a lesson was published', async () => {
    const superuser = await signUpSuperuser(platform);
    const headers = { authorization: `Bearer ${superuser.token.access}`, 'content-type': 'application/json' };
    const lesson = `${platform.url}/api/admin/subchapter/what-hacking-is`;
    const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const response = await fetch(lesson + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      expect(response.status).toBe(200);
      return response.json() as Promise<T>;
    };
    // A transaction with several statements at once made the database driver print a deprecation.
    const { published } = await call<AuthoredLesson>('GET', '');
    if (!published) throw new Error('The lesson is not published.');
    const { head, body, revision } = published;
    const draft = { head, body: `${body}\n\nOne more sentence.\n`, base: revision, version: 0 };
    const { version } = await call<LessonDraft>('PUT', '/draft', draft);
    expect(await call<Published>('POST', '/publish', { version })).toMatchObject({ applied: true });
    // The list of drills sorted in a way that the query builder reported as deprecated.
    expect((await fetch(`${platform.url}/api/admin/drills`, { headers })).status).toBe(200);
    const { headers: answered } = await open().send('/map');
    expect(answered['content-type']).toContain('text/html');
    const lines = linesOf(platform.output());
    expect(lines.filter(({ level, msg }) => !(Number(level) > 0) || typeof msg !== 'string')).toEqual([]);
    expect(platform.output()).not.toMatch(/deprecat/i);
    expect(platform.output()).not.toContain(token);
  });

  it('says in JSON why a start fails', async () => {
    const folder = await temporaryFolder();
    const { code, output } = await runServerUntilExit({
      ...{ dataDir: folder.path, port: await freePort() },
      env: { METRICS_TOKEN: 'short' },
    });
    await folder.remove();
    expect(code).toBe(1);
    expect(linesOf(output)).toEqual([
      expect.objectContaining({ level: 60, msg: 'METRICS_TOKEN is too short.', remedy: expect.stringContaining('32') }),
    ]);
  });
});

/** Parses every line. Throws for a line that is not JSON. */
function linesOf(output: string): Record<string, unknown>[] {
  // The last line may be incomplete.
  const complete = output.slice(0, output.lastIndexOf('\n') + 1);
  return complete
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
