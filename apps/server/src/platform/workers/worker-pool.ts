import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '#platform/backoff';
import type { NodeProcess } from '#platform/db/schema';
import { StartError } from '#platform/start-error';
import { addSnapshots, countsOf, type Snapshot } from '#platform/telemetry/metrics';
import type { ToPrimary, ToWorker, WorkerSettings } from './worker-messages.ts';

/** Pauses before a worker that ended is replaced. They grow while its successors end soon after their start, too. */
const replacementBackoff = { firstMs: 100, maxMs: 10_000 };
/** After a worker that served for this long, the pauses start again with the shortest one. */
const stableAfterMs = 30_000;
/** A worker that has not stopped by then is killed. It waits up to 30 s for a request, and for terminals. */
const stopTimeoutMs = 40_000;

export interface WorkerPool {
  /** Starts all workers. @throws StartError when one of them cannot start */
  start(): Promise<void>;
  /** Makes all workers listen. @returns the port. @throws the error of `listen`, such as EADDRINUSE */
  listen(): Promise<number>;
  /** Returns the workers that serve, with their memory. */
  processes(): NodeProcess[];
  /** Returns the metrics of all workers, and the counts of those that have ended. Runs once at a time. */
  collect(): Promise<Snapshot[]>;
  /** Makes `/readyz` of all workers answer 503. */
  drain(): void;
  /** Stops all workers, which first finish their requests. */
  stop(): Promise<void>;
}

export interface WorkerPoolOptions {
  count: number;
  /** Program of the workers. */
  script: string;
  settings: WorkerSettings;
  /** Answers the questions of workers. */
  answer: (question: unknown) => Promise<unknown>;
  log: (line: string) => void;
}

/** A worker that does not send its metrics by then is busy or has just ended; its previous ones count. */
const collectTimeoutMs = 2_000;

/** State of one worker process. */
interface Member {
  worker: Worker;
  startedAt: number;
  isReady: boolean;
  port: number | undefined;
  rss: number;
  /** Its newest metrics. */
  snapshot: Snapshot;
  /** Number of the collection to which they belong. */
  collection: number;
  failure: NodeJS.ErrnoException | undefined;
  ended: Promise<string>;
}

/** Creates the pool of web processes. A worker that ends unexpectedly is replaced. Only the primary calls it. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { count, script, settings, answer, log } = options;
  const members = new Set<Member>();
  const stopping = new AbortController();
  let mayListen = false;
  let isDraining = false;
  let onChange = () => {};
  let collection = 0;
  let onCollected = () => {};
  const ended: Snapshot[] = [];

  cluster.setupPrimary({ exec: script, args: [] });

  function fork(): Member {
    const worker = cluster.fork();
    const member: Member = {
      ...{ worker, startedAt: performance.now(), isReady: false, port: undefined, rss: 0 },
      ...{ snapshot: [], collection: 0, failure: undefined },
      ended: new Promise((resolve) => {
        worker.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
      }),
    };
    members.add(member);
    worker.on('message', (message: ToPrimary) => handle(member, message));
    // Sending to a worker that has just ended fails. Its exit is handled below.
    worker.on('error', () => {});
    void member.ended.then(() => {
      members.delete(member);
      ended.push(countsOf(member.snapshot));
      onCollected();
      onChange();
    });
    return member;
  }

  function handle(member: Member, message: ToPrimary): void {
    if (message.type === 'opened') send(member, { type: 'start', settings });
    else if (message.type === 'memory') member.rss = message.rss;
    else if (message.type === 'collected') {
      member.snapshot = message.snapshot;
      member.collection = message.id;
      onCollected();
      return;
    } else if (message.type === 'ask') {
      const { id } = message;
      answer(message.question).then(
        (value) => send(member, { type: 'answer', id, value }),
        (error: Error) => send(member, { type: 'answer', id, problem: error.message }),
      );
      return;
    } else if (message.type === 'ready') {
      member.isReady = true;
      if (mayListen) send(member, { type: 'listen' });
    } else if (message.type === 'listening') {
      member.port = message.port;
      if (isDraining) send(member, { type: 'drain' });
    } else member.failure = Object.assign(new Error(message.message), { code: message.code });
    onChange();
  }

  function send({ worker }: Member, message: ToWorker): void {
    if (worker.isConnected()) worker.send(message);
  }

  /** Resolves when all workers have reached a state. @throws the failure of a worker */
  function whenAll(isReached: (member: Member) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      onChange = () => {
        const failed = [...members].find(({ failure }) => failure);
        if (failed?.failure) reject(failed.failure);
        else if (members.size < count) reject(startFailure());
        else if ([...members].every(isReached)) resolve();
      };
      onChange();
    });
  }

  /** Replaces the workers that end, one after another in each place. */
  async function keepAlive(first: Member): Promise<void> {
    let failures = 0;
    for (let member = first; ; member = fork()) {
      const reason = await member.ended;
      if (stopping.signal.aborted) return;
      failures = performance.now() - member.startedAt > stableAfterMs ? 0 : failures + 1;
      const used = member.rss > 0 ? ` with ${Math.round(member.rss / 1_048_576)} MB` : '';
      log(`Worker ${member.worker.process.pid} ended (${reason})${used} and is being replaced.`);
      await sleep(backoffMs(failures, replacementBackoff), undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
    }
  }

  async function end(member: Member): Promise<void> {
    if (!member.isReady) member.worker.process.kill('SIGKILL');
    send(member, { type: 'stop' });
    const timer = setTimeout(() => member.worker.process.kill('SIGKILL'), stopTimeoutMs);
    await member.ended;
    clearTimeout(timer);
  }

  return {
    async start() {
      for (let n = 0; n < count; n++) fork();
      await whenAll(({ isReady }) => isReady);
    },
    async listen() {
      mayListen = true;
      for (const member of members) send(member, { type: 'listen' });
      await whenAll(({ port }) => port !== undefined);
      onChange = () => {};
      for (const member of members) void keepAlive(member);
      return [...members][0]?.port ?? 0;
    },
    processes: () =>
      [...members]
        .filter(({ port }) => port !== undefined)
        .map(({ worker, rss }) => ({ role: 'worker', pid: worker.process.pid ?? 0, rss })),
    async collect() {
      const id = ++collection;
      const serving = [...members].filter(({ port }) => port !== undefined);
      for (const member of serving) send(member, { type: 'collect', id });
      const isComplete = () => serving.every((member) => !members.has(member) || member.collection === id);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, collectTimeoutMs);
        onCollected = () => {
          if (!isComplete()) return;
          clearTimeout(timer);
          resolve();
        };
        onCollected();
      });
      const known = ended.length;
      const sum = await addSnapshots(ended);
      // A worker that has ended meanwhile stays in the list.
      ended.splice(0, known, sum);
      return [...ended, ...[...members].map(({ snapshot }) => snapshot)];
    },
    drain() {
      isDraining = true;
      for (const member of members) send(member, { type: 'drain' });
    },
    async stop() {
      stopping.abort();
      await Promise.all([...members].map(end));
    },
  };
}

const startFailure = () =>
  new StartError(
    'A worker process ended while it was starting.',
    'The lines above name the reason. Start again, or set WORKERS=1 to serve with one process.',
  );
