import { IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import {
  AggregatorRegistry,
  Counter,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { NodeProcess } from '#platform/db/schema';
import { type EarlyHandler, unmatched } from '#platform/http/early-handler';
import type { Mailer } from '#platform/mail';
import { createRequestMetrics } from './request-metrics.ts';

/** Values of all metrics, as one process sends them to another. */
export type Snapshot = MetricObjectWithValues<MetricValue<string>>[];

/** Use of a cache since the start of its process. */
export interface CacheUsage {
  hits: number;
  misses: number;
  entries: number;
  /** Undefined for caches that do not count bytes. */
  bytes?: number;
}

const startBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Milliseconds between two samples of the event loop. */
const loopResolution = 20;
/** Not longer than Prometheus usually waits between two scrapes. */
const loopWindowMs = 15_000;

export type ProcessMetrics = ReturnType<typeof createProcessMetrics>;

/** Creates the metrics of one process. They count from its start. */
export function createProcessMetrics(role: NodeProcess['role']) {
  const registry = new Registry();
  const registers = [registry];
  const recordRequest = createRequestMetrics(registry);
  const mails = new Counter({
    name: 'hexpedition_mails_total',
    help: 'Mails that were handed to the mail server or the outbox (sent), or were not (failed). A failed mail may be retried.',
    labelNames: ['kind', 'result'],
    registers,
  });
  const starts = new Counter({
    name: 'hexpedition_lab_starts_total',
    help: 'Starts of labs.',
    labelNames: ['result'],
    registers,
  });
  const startDurations = new Histogram({
    name: 'hexpedition_lab_start_duration_seconds',
    help: 'Time that a successful start of a lab took, without its time in the queue.',
    buckets: startBuckets,
    registers,
  });

  const watchCache = createCacheMetrics(registry);
  const watchPool = createPoolMetrics(registry);
  createMemoryMetrics(registry, role);
  const loop = createLoopMetrics(registry);

  return {
    recordRequest,
    countMail: (kind: 'automatic' | 'announcement', result: 'sent' | 'failed') => mails.inc({ kind, result }),
    /** @param milliseconds undefined for a start that failed */
    recordLabStart(milliseconds: number | undefined): void {
      starts.inc({ result: milliseconds === undefined ? 'failed' : 'started' });
      if (milliseconds !== undefined) startDurations.observe(milliseconds / 1_000);
    },
    watchCache,
    watchPool,
    /** Returns a handler that counts the requests which `handle` answers. */
    counted:
      (handle: EarlyHandler): EarlyHandler =>
      (request, response) => {
        const start = performance.now();
        const route = handle(request, response);
        if (typeof route === 'string') {
          recordRequest(request.method, route, response.statusCode, performance.now() - start);
        }
        return route;
      },
    /** Returns a mailer that counts the mails of `mailer`. */
    countedMailer(mailer: Mailer): Mailer {
      return {
        ...mailer,
        async deliver(mail) {
          try {
            await mailer.deliver(mail);
          } catch (error) {
            mails.inc({ kind: 'automatic', result: 'failed' });
            throw error;
          }
          mails.inc({ kind: 'automatic', result: 'sent' });
        },
      };
    },
    /** Counts the requests of a server, and measures the event loop while it runs. */
    attach(app: FastifyInstance): void {
      app.addHook('onResponse', async ({ raw, method, is404, routeOptions }, reply) => {
        // The rendering of a page calls the API inside this process.
        if (!(raw instanceof IncomingMessage)) return;
        recordRequest(method, is404 ? unmatched : (routeOptions.url ?? unmatched), reply.statusCode, reply.elapsedTime);
      });
      app.addHook('onListen', async () => {
        loop.enable();
      });
      app.addHook('onClose', async () => {
        loop.disable();
      });
    },
    snapshot: (): Promise<Snapshot> => registry.getMetricsAsJSON(),
  };
}

/** Creates the metrics of caches. @returns a function that adds a cache */
function createCacheMetrics(registry: Registry) {
  const registers = [registry];
  const caches = new Map<string, () => CacheUsage>();
  new Counter({
    name: 'hexpedition_cache_requests_total',
    help: 'Lookups in the caches that all visitors share, and in the one of callers.',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset();
      for (const [cache, usageOf] of caches) {
        const { hits, misses } = usageOf();
        this.inc({ cache, result: 'hit' }, hits);
        this.inc({ cache, result: 'miss' }, misses);
      }
    },
  });
  new Gauge({
    name: 'hexpedition_cache_entries',
    help: 'Entries of the caches.',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, usageOf] of caches) this.set({ cache }, usageOf().entries);
    },
  });
  new Gauge({
    name: 'hexpedition_cache_bytes',
    help: 'Bytes of the caches.',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, usageOf] of caches) {
        const { bytes } = usageOf();
        if (bytes !== undefined) this.set({ cache }, bytes);
      }
    },
  });
  return (name: string, usageOf: () => CacheUsage): void => void caches.set(name, usageOf);
}

type Pool = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

/** Creates the metrics of the connections to the database. @returns a function that sets the pool */
function createPoolMetrics(registry: Registry) {
  const registers = [registry];
  let pool: Pool | undefined;
  new Gauge({
    name: 'hexpedition_database_pool_connections',
    help: 'Connections to the database that requests use.',
    labelNames: ['state'],
    registers,
    collect() {
      if (!pool) return;
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  new Gauge({
    name: 'hexpedition_database_pool_waiting',
    help: 'Requests that wait for a connection to the database.',
    registers,
    collect() {
      this.set(pool?.waitingCount ?? 0);
    },
  });
  return (watched: Pool): void => {
    pool = watched;
  };
}

function createMemoryMetrics(registry: Registry, role: NodeProcess['role']): void {
  const registers = [registry];
  new Gauge({
    name: 'hexpedition_process_resident_memory_bytes',
    help: 'Resident memory of the processes of this node.',
    labelNames: ['role'],
    registers,
    collect() {
      this.set({ role }, process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'hexpedition_processes',
    help: 'Processes of this node.',
    labelNames: ['role'],
    registers,
    collect() {
      this.set({ role }, 1);
    },
  });
}

/**
 * Creates the metric of the event loop, which is measured while the server runs. It describes the last complete window, so
 * that several readers get the same values.
 */
function createLoopMetrics(registry: Registry): { enable(): void; disable(): void } {
  const registers = [registry];
  const loop = monitorEventLoopDelay({ resolution: loopResolution });
  const lagOf = (nanoseconds: number) => Math.max(0, (nanoseconds || 0) / 1e9 - loopResolution / 1e3);
  let last = { median: 0, p99: 0, max: 0 };
  let timer: NodeJS.Timeout | undefined;
  new Gauge({
    name: 'hexpedition_event_loop_lag_seconds',
    help: `Delay of the event loop in a window of ${loopWindowMs / 1_000} s: the highest value of all processes.`,
    labelNames: ['quantile'],
    aggregator: 'max',
    registers,
    collect() {
      this.set({ quantile: '0.5' }, last.median);
      this.set({ quantile: '0.99' }, last.p99);
      this.set({ quantile: '1' }, last.max);
    },
  });
  return {
    enable() {
      loop.enable();
      timer = setInterval(() => {
        last = { median: lagOf(loop.percentile(50)), p99: lagOf(loop.percentile(99)), max: lagOf(loop.max) };
        loop.reset();
      }, loopWindowMs).unref();
    },
    disable() {
      clearInterval(timer);
      loop.disable();
    },
  };
}

/** Adds the metrics of several processes up. */
export const addSnapshots = (snapshots: Snapshot[]): Promise<Snapshot> =>
  AggregatorRegistry.aggregate(snapshots).getMetricsAsJSON();

/** Returns what remains of the metrics of a process that has ended: its counts, which must not decrease. */
export const countsOf = (snapshot: Snapshot): Snapshot =>
  snapshot.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));

/** Returns metrics in Prometheus' text format. */
export const toPrometheusText = (snapshot: Snapshot): Promise<string> =>
  AggregatorRegistry.aggregate([snapshot]).metrics();

export const prometheusContentType = Registry.PROMETHEUS_CONTENT_TYPE;
