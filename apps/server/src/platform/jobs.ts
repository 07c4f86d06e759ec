import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Db as BossDb, Job, JobResult, PgBoss } from 'pg-boss';
import { isDatabaseUnavailable } from './db/database-errors.ts';
import type { DatabaseStatus } from './db/database-status.ts';
import type { Db, Tx } from './db/db.ts';
import { type DatabaseListener, openListener } from './db/listener.ts';

/** A kind of job: its queue's name, and what a job of it carries. Make one with `defineJob`. */
export interface JobKind<T extends object> {
  name: string;
  /** For how many days a job is tried; about one day when left out. */
  retryDays?: number;
  /** Never there: it only carries the type. */
  data?: T;
}

export const defineJob = <T extends object>(name: string, retryDays?: number): JobKind<T> => ({
  name,
  retryDays,
});

/** Thrown by a handler where trying again is no use. */
export class PermanentFailure extends Error {}

export interface JobRun {
  /** The same for all runs of a job. */
  id: string;
  /** Number of the run, from 1. */
  attempt: number;
}

export interface JobFailure {
  kind: string;
  /** Which try it was, from 1. */
  attempt: number;
  /** Whether it is given up. */
  isFinal: boolean;
  /** The message of what the handler threw. Handlers must put neither secrets nor the content of a job into it. */
  reason: string;
}

export interface Jobs {
  /**
   * Says who does jobs of a kind; call it before `start`. A handler that throws is tried again, after longer and longer
   * waits. It must cope with a job that is done twice, because a node can die between the work and the note that it is
   * done.
   */
  handle<T extends object>(kind: JobKind<T>, handler: (data: T, run: JobRun) => Promise<void>): void;
  /** Leaves a job in the transaction of the change that it belongs to: either both are there, or neither. */
  send<T extends object>(tx: Db | Tx, kind: JobKind<T>, data: T): Promise<void>;
  /** Opens the queues, and begins to do what waits in them. */
  start(): Promise<void>;
  /** Lets running jobs finish, for at most five seconds; what is not done by then is tried again. */
  stop(): Promise<void>;
}

type Handler = (data: never, run: JobRun) => Promise<void>;

export interface JobsOptions {
  /** The node's connection for notifications; the jobs open one of their own when left out. */
  listener?: DatabaseListener;
  /** Told of every try that fails; `onError` hears of it in one line when left out. */
  onFailure?: (failure: JobFailure) => void;
  /** Seconds before the second try; each further one waits twice as long. */
  retrySeconds?: number;
  /** Seconds that a handler may take. */
  limitSeconds?: number;
  /**
   * Seconds after which a job counts as left behind by a node that died. An outage of the database may last for the
   * difference to `limitSeconds` without a job being done twice.
   */
  expireSeconds?: number;
  /** Seconds between looks for jobs to retry and jobs left behind. New jobs are told of at once. */
  pollSeconds?: number;
}

// With 60 s before the second try: thirteen over 14 to 28 hours, so that a mail server may be down for a night.
const usualTries = 12;
/** The longest wait between two tries. */
const longestWaitHours = 6;
const retriesOf = ({ retryDays = 0 }: JobKind<object>) => usualTries + (retryDays * 24) / longestWaitHours;

/**
 * Jobs in PostgreSQL (pg-boss), shared by all nodes: each is done by one of them.
 * @param url of the database
 * @param onError told of failures outside the handlers, such as a lost connection
 */
export function createJobs(url: string, onError: (error: Error) => void, options: JobsOptions = {}): Jobs {
  const { retrySeconds = 60, limitSeconds = 100, expireSeconds = 300, pollSeconds = 30 } = options;
  const onFailure = options.onFailure ?? ((failure) => onError(new Error(describe(failure))));
  const handlers = new Map<JobKind<object>, Handler>();
  const ending = new AbortController();
  let stopped: Promise<void> | undefined;
  let started: Promise<{ boss: PgBoss; send: Jobs['send']; close: () => Promise<void> }> | undefined;

  async function open() {
    // It takes long to load, and the rest of the start need not wait for it.
    const { fromKysely, PgBoss } = await import('pg-boss');
    const listener = options.listener ?? (await openListener(url));
    const connections = createConnections(url, listener, ending.signal);
    const close = async () => {
      await connections.close();
      if (!options.listener) await listener.close();
    };
    const boss = new PgBoss({
      db: connections.db,
      useListenNotify: true,
      superviseIntervalSeconds: pollSeconds,
      monitorIntervalSeconds: pollSeconds,
      maintenanceIntervalSeconds: 3_600,
      // What we do not use: cron jobs, jobs that wait for others.
      schedule: false,
      flowIntervalSeconds: 60,
      monitorVacuum: false,
    });
    boss.on('error', onError);
    await boss.start();
    for (const [kind, handler] of handlers) {
      const { name, retryDays = 0 } = kind;
      const queue = {
        notify: true,
        retryLimit: retriesOf(kind),
        retryDelay: retrySeconds,
        retryBackoff: true,
        retryDelayMax: longestWaitHours * 3_600,
        expireInSeconds: expireSeconds,
        retentionSeconds: (3 + retryDays) * 86_400,
        deleteAfterSeconds: 3_600,
      };
      await boss.createQueue(name, queue);
      // Without this, a queue that an older version made would keep its old settings.
      await boss.updateQueue(name, queue);
      const work = {
        batchSize: 5,
        // A notice wakes the worker once, however many jobs came: it goes on while there are full batches.
        burstWhenBatchFull: true,
        pollingIntervalSeconds: Math.min(5, pollSeconds),
        notifyPollingIntervalSeconds: pollSeconds,
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

  /** Settles each job by itself: one that fails or hangs does not make the others of its batch be done again. */
  async function attempt(
    kind: JobKind<object>,
    handler: Handler,
    job: Job,
    { status }: DatabaseListener,
  ): Promise<JobResult> {
    const finished = new AbortController();
    const tooLong = sleep(limitSeconds * 1_000, undefined, { signal: finished.signal }).then(() => {
      throw new Error('It took too long.');
    });
    const stopped = new Promise<never>((_, reject) => {
      const onEnd = () => reject(new Error('The server stopped.'));
      if (ending.signal.aborted) onEnd();
      ending.signal.addEventListener('abort', onEnd, { signal: finished.signal });
    });
    try {
      const run = (n: number) => handler(job.data as never, { id: job.id, attempt: job.retryCount + n });
      const work = outlastOutage(run, status, ending.signal);
      await Promise.race([work, tooLong, stopped]);
      return { id: job.id, status: 'completed' };
    } catch (error) {
      const isFinal = error instanceof PermanentFailure || job.retryCount >= retriesOf(kind);
      const reason = error instanceof Error ? error.message : 'Something that is no error was thrown.';
      onFailure({ kind: kind.name, attempt: job.retryCount + 1, isFinal, reason });
      // There is no queue of dead letters, so `deadletter` only means: not again. The reason is in the log.
      return { id: job.id, status: isFinal ? 'deadletter' : 'failed' };
    } finally {
      tooLong.catch(() => {});
      stopped.catch(() => {});
      finished.abort();
    }
  }

  async function end({ boss, close }: Awaited<ReturnType<typeof open>>): Promise<void> {
    const timer = setTimeout(() => ending.abort(), 4_000);
    // The second of the two ends the wait where the database does not answer any more.
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
      if (!started) throw new Error('The jobs were not started.');
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
 * Runs a handler, and runs it again when the database went away meanwhile and is back. The job need not wait for its next
 * attempt then.
 */
async function outlastOutage(
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
      // A mail server gives the same errors. The outage may be over by now, so its end does not count.
      const wasAway = !before.isUp || status.history.outages > before.outages;
      if (!wasAway) throw error;
    }
    await status.whenUp(signal);
  }
}

/** Statements at once: a fetch and the result of another job. */
const maxConnections = 2;
/** The listener may notice the loss of a connection a little later than a statement does. */
const retryPauseMs = 100;
const closeTimeoutMs = 1_000;

/**
 * Creates the connections of pg-boss. During an outage its statements wait for the database instead of failing: so the
 * result of a job that ended meanwhile is recorded as soon as the database is back, and the job is not done twice.
 */
function createConnections(url: string, listener: DatabaseListener, signal: AbortSignal) {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'hexpedition-jobs',
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A connection that dies while it is idle is replaced at the next statement.
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
    listen: (channel, onNotification, onReconnect) => listener.listen(channel, onNotification, onReconnect),
  };
  // A server that hangs does not confirm the end of a connection.
  return { db, close: () => Promise.race([pool.end(), sleep(closeTimeoutMs, undefined, { ref: false })]) };
}

function describe({ kind, attempt, isFinal, reason }: JobFailure): string {
  const line = reason.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 300);
  return `${kind}, try ${attempt}: ${line}${isFinal ? ' It is given up.' : ''}`;
}
