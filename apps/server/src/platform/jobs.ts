import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Db as BossDb, Job, JobResult, PgBoss } from 'pg-boss';
import { isDatabaseUnavailable } from './db/database-errors.ts';
import type { DatabaseStatus } from './db/database-status.ts';
import type { Db, Tx } from './db/db.ts';
import { type DatabaseListener, openListener } from './db/listener.ts';
import { noTracing, type Tracing } from './telemetry/tracing.ts';

/** A kind of job: the name of its queue and the type of its data. Create one with `defineJob`. */
export interface JobKind<T extends object> {
  name: string;
  /** Number of days over which a job is retried; about one day by default. */
  retryDays?: number;
  /** Never set: it only has the type. */
  data?: T;
}

export const defineJob = <T extends object>(name: string, retryDays?: number): JobKind<T> => ({
  name,
  retryDays,
});

/** Thrown by a handler when a retry cannot succeed. */
export class PermanentFailure extends Error {}

export interface JobRun {
  /** The same for all runs of a job. */
  id: string;
  /** Number of the run, from 1. */
  attempt: number;
}

export interface JobFailure {
  kind: string;
  /** Number of the run, from 1. */
  attempt: number;
  /** True if the job is not retried. */
  isFinal: boolean;
  /** Message of the handler's error. Handlers must not include secrets or the data of a job. */
  reason: string;
}

export interface Jobs {
  /**
   * Registers the handler for a kind of job. Call it before `start`. A job whose handler throws is retried with growing
   * delays. Handlers must be idempotent, because a node can die after the work and before the result is recorded.
   */
  handle<T extends object>(kind: JobKind<T>, handler: (data: T, run: JobRun) => Promise<void>): void;
  /** Enqueues a job in the transaction of the change that it belongs to, so that both commit or neither does. */
  send<T extends object>(tx: Db | Tx, kind: JobKind<T>, data: T): Promise<void>;
  /** Opens the queues and starts to process jobs. */
  start(): Promise<void>;
  /** Waits up to five seconds for running jobs. Jobs that are still running then are retried later. */
  stop(): Promise<void>;
}

type Handler = (data: never, run: JobRun) => Promise<void>;

export interface JobsOptions {
  /** The node's connection for notifications, which knows when the database is back; by default a separate one is opened. */
  listener?: DatabaseListener;
  tracing?: Pick<Tracing, 'span'> | undefined;
  /** False for a process that only sends jobs. */
  isWorking?: boolean;
  /** Called for every failed run; by default `onError` gets it as one line. */
  onFailure?: (failure: JobFailure) => void;
  /** Seconds before the first retry. The delay doubles with each further retry. */
  retrySeconds?: number;
  /** Time limit of a handler, in seconds. */
  limitSeconds?: number;
  /**
   * Seconds after which a running job counts as abandoned by a node that died. A database outage may last for the
   * difference to `limitSeconds` without a job being run twice.
   */
  expireSeconds?: number;
  /** Seconds between two polls for jobs to retry and for abandoned jobs. New jobs are read every second. */
  pollSeconds?: number;
}

// With 60 s before the first retry, the 13 runs take 14 to 28 hours, so that a mail server may be down for a night.
const defaultRetries = 12;
/** Maximum delay between two runs. */
const maxRetryDelayHours = 6;
const maxRetries = ({ retryDays = 0 }: JobKind<object>) => defaultRetries + (retryDays * 24) / maxRetryDelayHours;

/**
 * Creates a job queue in PostgreSQL (pg-boss) that all nodes share. Each job runs on one node.
 * @param url address of the database
 * @param onError called for errors outside the handlers, such as a lost connection
 */
export function createJobs(url: string, onError: (error: Error) => void, options: JobsOptions = {}): Jobs {
  const { retrySeconds = 60, limitSeconds = 100, expireSeconds = 300, pollSeconds = 30, isWorking = true } = options;
  const { tracing = noTracing } = options;
  const onFailure = options.onFailure ?? ((failure) => onError(new Error(describe(failure))));
  const handlers = new Map<JobKind<object>, Handler>();
  const ending = new AbortController();
  let stopped: Promise<void> | undefined;
  let started: Promise<{ boss: PgBoss; send: Jobs['send']; close: () => Promise<void> }> | undefined;

  async function open() {
    // pg-boss takes long to load; the rest of the start does not wait for it.
    const { fromKysely, PgBoss } = await import('pg-boss');
    const listener = options.listener ?? (await openListener(url));
    const connections = createConnections(url, listener, ending.signal);
    const close = async () => {
      await connections.close();
      if (!options.listener) await listener.close();
    };
    const boss = new PgBoss({
      db: connections.db,
      supervise: isWorking,
      superviseIntervalSeconds: pollSeconds,
      monitorIntervalSeconds: pollSeconds,
      maintenanceIntervalSeconds: 3_600,
      // We use neither cron jobs nor jobs that wait for other jobs.
      schedule: false,
      flowIntervalSeconds: 60,
      monitorVacuum: false,
    });
    boss.on('error', onError);
    await boss.start();
    for (const [kind, handler] of isWorking ? handlers : []) {
      const { name, retryDays = 0 } = kind;
      const queue = {
        // A notification in the transaction of a learner would let all transactions wait for each other at commit.
        notify: false,
        retryLimit: maxRetries(kind),
        retryDelay: retrySeconds,
        retryBackoff: true,
        retryDelayMax: maxRetryDelayHours * 3_600,
        expireInSeconds: expireSeconds,
        retentionSeconds: (3 + retryDays) * 86_400,
        deleteAfterSeconds: 3_600,
      };
      await boss.createQueue(name, queue);
      // Without this, a queue that an older version created would keep its old settings.
      await boss.updateQueue(name, queue);
      const work = {
        batchSize: 5,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: Math.min(1, pollSeconds),
        perJobResults: true as const,
      };
      await boss.work<object>(name, work, (jobs) =>
        Promise.all(jobs.map((job) => attempt(kind, handler, job, listener))),
      );
    }
    const send: Jobs['send'] = async (tx, kind, data) => {
      await boss.send(kind.name, data, { db: fromKysely(tx as never) });
    };
    return { boss, send, close };
  }

  /** Runs one job of a batch and returns its result, so that a job that fails or hangs does not affect the others. */
  async function attempt(
    kind: JobKind<object>,
    handler: Handler,
    job: Job,
    { status }: DatabaseListener,
  ): Promise<JobResult> {
    const finished = new AbortController();
    const timeout = sleep(limitSeconds * 1_000, undefined, { signal: finished.signal }).then(() => {
      throw new Error(`The job took longer than ${limitSeconds} s.`);
    });
    const stopped = new Promise<never>((_, reject) => {
      const onEnd = () => reject(new Error('The server stopped.'));
      if (ending.signal.aborted) onEnd();
      ending.signal.addEventListener('abort', onEnd, { signal: finished.signal });
    });
    try {
      const run = (n: number) =>
        tracing.span(`job ${kind.name}`, { 'hexpedition.job.attempt': job.retryCount + n }, () =>
          handler(job.data as never, { id: job.id, attempt: job.retryCount + n }),
        );
      const work = retryAfterOutage(run, status, ending.signal);
      await Promise.race([work, timeout, stopped]);
      return { id: job.id, status: 'completed' };
    } catch (error) {
      const isFinal = error instanceof PermanentFailure || job.retryCount >= maxRetries(kind);
      const reason = error instanceof Error ? error.message : 'The handler threw a value that is not an Error.';
      onFailure({ kind: kind.name, attempt: job.retryCount + 1, isFinal, reason });
      // There is no dead-letter queue, so `deadletter` only prevents retries. The status page shows the reason.
      return { id: job.id, status: isFinal ? 'deadletter' : 'failed', output: { reason: oneLine(reason) } };
    } finally {
      timeout.catch(() => {});
      stopped.catch(() => {});
      finished.abort();
    }
  }

  async function end({ boss, close }: Awaited<ReturnType<typeof open>>): Promise<void> {
    const timer = setTimeout(() => ending.abort(), 4_000);
    // `stop` does not return if the database has stopped answering; the sleep limits the wait.
    await Promise.race([boss.stop({ graceful: true, timeout: 5_000 }), sleep(8_000, undefined, { ref: false })]);
    clearTimeout(timer);
    ending.abort();
    await close();
  }

  return {
    handle: (kind, handler) => {
      handlers.set(kind, handler);
    },
    async send(tx, kind, data) {
      if (!started) throw new Error('The job queue has not been started.');
      await (await started).send(tx, kind, data);
    },
    async start() {
      started ??= open();
      await started;
    },
    async stop() {
      if (started) stopped ??= end(await started);
      await stopped;
    },
  };
}

/**
 * Runs a handler. If it fails because of a database outage, runs it again as soon as the database is back, so that the job
 * does not wait for its retry delay.
 */
async function retryAfterOutage(
  run: (number: number) => Promise<void>,
  status: DatabaseStatus,
  signal: AbortSignal,
): Promise<void> {
  for (let number = 1; ; number++) {
    const before = { isUp: status.isUp, outages: status.history.outages };
    try {
      return await run(number);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await sleep(retryPauseMs, undefined, { ref: false, signal });
      // Connections to other servers fail with the same error codes, so check for a database outage. It may have ended.
      const wasAway = !before.isUp || status.history.outages > before.outages;
      if (!wasAway) throw error;
    }
    await status.whenUp(signal);
  }
}

/** Two concurrent statements: a fetch, and the result of another job. */
const maxConnections = 2;
/** The listener may detect a lost connection a little later than a statement does. */
const retryPauseMs = 100;
const closeTimeoutMs = 1_000;

/**
 * Creates the connections of pg-boss. During an outage its statements wait for the database instead of failing. The result
 * of a job that ended during the outage is then recorded as soon as the database is back, and the job does not run twice.
 */
function createConnections(url: string, listener: DatabaseListener, signal: AbortSignal) {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'hexpedition-jobs',
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // An idle connection that dies is replaced at the next statement.
  pool.on('error', () => {});
  const db: BossDb = {
    async executeSql(text, values) {
      while (true) {
        try {
          return await pool.query(text, values);
        } catch (error) {
          if (signal.aborted || !isDatabaseUnavailable(error)) throw error;
        }
        await sleep(retryPauseMs, undefined, { ref: false, signal });
        await listener.status.whenUp(signal);
      }
    },
  };
  // A server that hangs does not confirm that a connection has ended.
  return { db, close: () => Promise.race([pool.end(), sleep(closeTimeoutMs, undefined, { ref: false })]) };
}

const oneLine = (reason: string): string => reason.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 300);

function describe({ kind, attempt, isFinal, reason }: JobFailure): string {
  return `${kind}, attempt ${attempt}: ${oneLine(reason)}${isFinal ? ' The job is not retried.' : ''}`;
}
