import { createHistogram, type EventLoopUtilization, performance } from 'node:perf_hooks';
import autocannon from 'autocannon';

export interface Request {
  path: string;
  /** GET by default. */
  method?: 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface LoadOptions {
  port: number;
  /** Unix socket to use instead of the port. */
  socketPath?: string | undefined;
  /** Each connection cycles through them from a different position of the list. */
  requests: Request[];
  connections: number;
  /** Requests per second of all connections together; without it as many as the server answers. */
  rate?: number;
  /** Load before the measurement starts, so that code is compiled and pools are full. */
  warmUpMs: number;
  durationMs: number;
}

/** Result of one run. Times are in microseconds. Failures are responses outside 2xx and requests without a response. */
export interface LoadResult {
  requests: number;
  perSecond: number;
  bytesPerSecond: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
  failures: Record<string, number>;
  /** Responses including those of the warm-up. */
  allRequests: number;
  /** CPU use of the generator itself, 0 to 1. Near 1 the generator was the limit, not the server. */
  generatorBusy: number;
}

/**
 * Loads a server on 127.0.0.1: each connection sends a request, waits for the whole response, and sends the next one.
 * In this closed loop a stalled server gets fewer requests in the meantime.
 */
export async function generateLoad({ warmUpMs, durationMs, ...load }: LoadOptions): Promise<LoadResult> {
  const warmUp = warmUpMs > 0 ? await run({ ...load, durationMs: warmUpMs }) : undefined;
  const { result, times, failures, generatorBusy } = await run({ ...load, durationMs });
  const seconds = (result.finish.getTime() - result.start.getTime()) / 1_000;
  return {
    requests: times.count,
    perSecond: times.count / seconds,
    bytesPerSecond: result.throughput.total / seconds,
    p50: times.percentile(50),
    p95: times.percentile(95),
    p99: times.percentile(99),
    max: times.max,
    failures,
    allRequests: result.requests.total + (warmUp?.result.requests.total ?? 0),
    generatorBusy,
  };
}

async function run({ port, socketPath, requests, connections, rate, durationMs }: Omit<LoadOptions, 'warmUpMs'>) {
  // The times that autocannon records itself are whole milliseconds, and most responses take less than two.
  const times = createHistogram();
  const failures: Record<string, number> = {};
  const fail = (why: string, count = 1) => {
    failures[why] = (failures[why] ?? 0) + count;
  };
  let begun: EventLoopUtilization | undefined;
  let clients = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const settings: autocannon.Options = {
      url: `http://127.0.0.1:${port}`,
      ...(socketPath === undefined ? {} : { socketPath }),
      connections,
      ...(rate === undefined ? {} : { overallRate: rate }),
      duration: durationMs / 1_000,
      // A run ends at a sample, so with the default of a second it would be up to a second longer.
      sampleInt: 10,
      // A request that is still pending when the run ends would be lost; a timeout counts it as a failure.
      timeout: Math.max(1, durationMs / 2_000),
      excludeErrorStats: true,
      setupClient(client) {
        dropBodies(client);
        const first = Math.floor((clients++ * requests.length) / connections);
        client.setRequests([...requests.slice(first), ...requests.slice(0, first)].map((request) => ({ ...request })));
      },
    };
    const instance = autocannon(settings, (error, result) => (error ? reject(error) : resolve(result)));
    instance.on('start', () => {
      begun = performance.eventLoopUtilization();
    });
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      if (status >= 200 && status < 300) times.record(Math.max(1, Math.round(milliseconds * 1_000)));
      else fail(String(status));
    });
    instance.on('reqError', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
  });
  // Each connection has one pending request at the end. Every other request without a response lost its connection. With a
  // rate, autocannon also counts requests that it has not sent.
  const closed = result.requests.sent - result.requests.total - result.errors - connections;
  if (closed > 0 && rate === undefined) fail('closed', closed);
  return { result, times, failures, generatorBusy: performance.eventLoopUtilization(begun).utilization };
}

/**
 * Lets a connection drop the response bodies. autocannon joins each body into one string, and no option turns this off.
 * For a page this takes ten times as long as its server needs, so the generator would only measure itself.
 */
function dropBodies(client: autocannon.Client): void {
  const { pipelinedRequests } = client as autocannon.Client & { pipelinedRequests?: { addBody?: () => void } };
  if (!pipelinedRequests?.addBody) throw new Error('autocannon stores bodies differently now. Change dropBodies.');
  pipelinedRequests.addBody = () => undefined;
}
