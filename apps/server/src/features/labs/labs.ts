import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmbeddedRuntime, isolationProblem, type LabRuntime, workspaceProblem } from '@hexpedition/lab-runtime';
import type { FastifyInstance } from 'fastify';
import type { SourceReader } from '#features/content/sources.public';
import type { Nodes } from '#features/nodes/nodes.public';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db, Tx } from '#platform/db/db';
import type { Draining } from '#platform/draining';
import { freeMemory as measureFreeMemory } from '#platform/free-memory';
import type { EarlyHandler } from '#platform/http/early-handler';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Secrets } from '#platform/secrets';
import type { Tracing } from '#platform/telemetry/tracing';
import { createHintService } from './hints/hints.service.ts';
import { createInstanceShutdown, type InstanceShutdown } from './instance-shutdown.ts';
import { createLauncher } from './instances.launch.ts';
import { maxSlots, slotsOf } from './instances.policy.ts';
import { createQueue, type Queue } from './instances.queue.ts';
import { readActiveInstances, readActiveInstancesOf, readActiveSlots } from './instances.read-model.ts';
import { createInstanceService, type ProblemOf } from './instances.service.ts';
import { type activeStates, endInstance, markSeen, takeOverInstances } from './instances.store.ts';
import { reconcileAtStartup, sweepInstances } from './instances.sweep.ts';
import { createLabCatalog } from './lab-catalog.ts';
import { createLabForwarder } from './lab-forwarder.ts';
import { createLabRouter } from './lab-router.ts';
import { createLabStats } from './lab-stats.ts';
import { createLabGateway, sharedServer } from './labs.gateway.ts';
import { labRoutes } from './labs.routes.ts';
import { opinionRoutes } from './opinions/opinions.routes.ts';
import { createOpinionService } from './opinions/opinions.service.ts';
import { createRepairService } from './repair/repair.service.ts';
import { collectStartupWarnings } from './startup-warnings.ts';
import { buildAllLabs } from './warm-start.ts';
import { createWorkspaces } from './workspaces/workspaces.ts';

const sweepIntervalMs = 15_000;
/** Maximum time that a stopping server waits for homes to be saved. */
const shutdownTimeoutMs = 20_000;

interface LabsDeps {
  config: Config;
  db: Db;
  clock: Clock;
  secrets: Secrets;
  limiter: RateLimiter;
  /** Folder with one folder per lab. */
  folder: string;
  /** Driver that runs labs. By default the embedded driver is started when it is first needed. */
  runtime?: LabRuntime;
  renderLearnerText: SourceReader['renderLearnerText'];
  /** Checks and builds all labs when the server listens, so that learners do not wait for it. True by default. */
  warmUp?: boolean;
  /** Returns free memory in bytes; by default that of this machine. */
  freeMemory?: () => number;
  draining: Pick<Draining, 'isDraining'>;
  nodes: Nodes;
  /** Records a start; `milliseconds` is undefined for one that failed. */
  onStart?: (milliseconds: number | undefined) => void;
  tracing?: Pick<Tracing, 'span'>;
  /** The process that runs the instances, if this process is a worker. */
  primary?: LabsPrimary;
}

/** Functions of the primary that a worker uses. */
export interface LabsPrimary {
  /** Unix socket that serves the requests of labs. */
  socketPath: string;
  /** Returns why a lab cannot start on this node; null when it can. */
  problemOf: ProblemOf;
  /** Makes the primary start queued instances and stop the processes of instances that have ended. */
  sweep(): Promise<void>;
}

/** Labs of one node, and the places that they take. */
export interface LabOccupancy {
  states: Record<(typeof activeStates)[number], number>;
  places: { used: number; total: number };
}

/** Minimum time between two writes for an instance. Only the idle limit needs the value. */
const writeIntervalMs = 30_000;

/** Returns a function that records the use of an instance. It may be called at any rate; writes are throttled. */
function createLastSeenRecorder({ db, clock }: { db: Db; clock: Clock }): (instancePk: number) => void {
  const lastWrites = new Map<number, number>();
  return (instance) => {
    const now = clock.now();
    if (now.getTime() - (lastWrites.get(instance) ?? 0) < writeIntervalMs) return;
    if (lastWrites.size > 2_000) lastWrites.clear();
    lastWrites.set(instance, now.getTime());
    // A failed write is harmless, because the next one follows within 30 s.
    markSeen(db, instance, now).catch(() => {});
  };
}

/** Creates the labs feature. */
export function createLabs(deps: LabsDeps) {
  const { config, db, clock, secrets, limiter, primary } = deps;
  const { nodes } = deps;
  const runner = nodes.name;
  const cacheDir = join(config.dataDir, 'cache', 'labs');
  let log: (message: string) => void = () => {};

  let started: Promise<LabRuntime> | undefined;
  const runtime = () => {
    if (primary) return Promise.reject(new Error('Only the primary process runs instances.'));
    started ??= deps.runtime ? Promise.resolve(deps.runtime) : createEmbeddedRuntime({ cacheDir });
    // The next call tries again, because the cause may be gone, such as a full disk.
    started.catch(() => {
      started = undefined;
    });
    return started;
  };

  const onUse = createLastSeenRecorder({ db, clock });
  const labGateway = createLabGateway({ db, clock, config, key: secrets.key('lab-cookie'), runner, onUse });
  const workspaces = createWorkspaces({ config, db, clock, limiter, runner, runtime, onUse, log: (text) => log(text) });
  const { homes, socket: terminalSocket } = workspaces;
  const { trustProxy } = config;
  const forwarder =
    primary &&
    createLabForwarder({
      ...{ gateway: labGateway.gateway, terminals: terminalSocket, socketPath: primary.socketPath, trustProxy, nodes },
    });
  const router = createLabRouter({
    ...{ db, nodes, labsUrl: config.labsUrl, terminals: terminalSocket },
    ...{ gateway: labGateway.gateway, runnerOf: labGateway.runnerOf },
  });
  const shutdown: InstanceShutdown = primary
    ? { onEnd: labGateway.forget, stop: primary.sweep }
    : createInstanceShutdown({ runtime, homes, forget: labGateway.forget });
  const catalog = createLabCatalog(deps.folder, runtime);
  const launcher = createLauncher({
    ...{ db, clock, catalog, runtime, homes },
    flagKey: secrets.key('flags'),
    onError: (error) => log(`a lab did not start: ${error.message}`),
    ...{ onStart: deps.onStart, tracing: deps.tracing },
  });
  const { folder, freeMemory = measureFreeMemory } = deps;
  const queue: Queue = primary
    ? { advance: primary.sweep, started: async () => {} }
    : createQueue({ db, clock, launcher, runner, freeMemory });
  const problemOf: ProblemOf = async (lab) => {
    if (primary) return primary.problemOf(lab);
    const { risk, workspace } = lab;
    const capabilities = (await runtime()).capabilities();
    return isolationProblem(capabilities, risk) ?? (workspace && workspaceProblem(capabilities, workspace.tools));
  };
  const instances = createInstanceService({
    ...{ db, clock, limiter, queue, homes, problemOf, runner, shutdown },
    labsUrl: config.labsUrl,
  });

  const repairs = createRepairService({ db, clock, limiter, runtime, folder, cacheDir, freeMemory });
  const stats = createLabStats({ db, clock });

  const sweep = async () => {
    await sweepInstances({ db, clock, runner, runtime, shutdown, areRepairsRunning: repairs.isBusy });
    await queue.advance();
  };

  /** Ends all instances of this runner with a reason for the learners, because they end with this process. */
  async function close(): Promise<void> {
    await labGateway.gateway.close();
    await repairs.close();
    if (!started) return workspaces.close();
    const reason = 'The server was stopped.';
    const running = (await readActiveInstances(db, runner)).filter(({ status }) => status !== 'queued');
    for (const { pk, label } of running) {
      await endInstance(db, pk, { status: 'stopped', reason, now: clock.now() });
      shutdown.onEnd(label, reason);
    }
    // Each stop may save a home. A save that hangs must not block the server.
    const stops = running.map(({ driver_ref }) => driver_ref && shutdown.stop(driver_ref));
    await Promise.race([Promise.allSettled(stops), sleep(shutdownTimeoutMs, undefined, { ref: false })]);
    workspaces.close();
    await (await started).close();
  }

  async function registerRoutes(api: FastifyInstance): Promise<void> {
    api.addHook('onRequest', router.routeCall);
    labRoutes(api, {
      db,
      instances,
      hints: createHintService({ db, clock }),
      repairs,
      stats,
      unavailableFor: problemOf,
    });
    const render = deps.renderLearnerText;
    opinionRoutes(api, createOpinionService({ db, clock, limiter, render, onRate: stats.onRate }));
    await workspaces.routes(api);
  }

  return {
    /** Server factory that passes requests for lab hosts to the gateway. */
    serverFactory: ([hostGuard, ...earlyHandlers]: [EarlyHandler, ...EarlyHandler[]]) =>
      forwarder
        ? sharedServer(forwarder.gateway, terminalSocket, [hostGuard, forwarder.handleCall, ...earlyHandlers], {
            draining: deps.draining,
            accept: nodes.accept,
          })
        : sharedServer(router.gateway, router.terminals, [hostGuard, ...earlyHandlers], {
            ...{ draining: deps.draining, accept: nodes.accept },
          }),
    sweep,
    problemOf,
    readOccupancy: (node: string) => readOccupancy(db, node),
    onLabSolve: stats.onSolve,
    /** Forgets the cached counts of labs. */
    dropStats: stats.drop,
    /** Stops all labs of a user, before the account is deleted. */
    stopLabsOf: (userPk: number) => stopLabsOf({ db, clock, runner, shutdown }, userPk),
    /** Lists the homes of a user, for the data export. */
    homesOf: workspaces.homesOf,
    /** Deletes the homes of deleted accounts. Runs every minute. */
    sweepHomes: workspaces.sweep,
    /** Ends the instances of nodes that have died, and adds their queue to the one of this node. */
    async takeOver(tx: Tx, dead: string[]): Promise<void> {
      const reason = 'The server that ran this lab has stopped. Start it again.';
      await takeOverInstances(tx, dead, { runner, reason, now: clock.now() });
    },
    async routes(all: FastifyInstance): Promise<void> {
      await all.register(registerRoutes);
    },
    /** Connects labs to the server's lifecycle: reconciles at startup, sweeps while it runs, and ends instances on close. */
    attach(app: FastifyInstance): void {
      log = (message) => app.log.warn(message);
      if (forwarder) {
        app.addHook('preClose', async () => {
          await forwarder.close();
          workspaces.close();
        });
        return;
      }
      let timer: NodeJS.Timeout | undefined;
      // Must run before the first request, because it would end an instance that a request starts.
      app.addHook('onReady', () => reconcileAtStartup({ db, clock, runner }));
      app.addHook('onReady', workspaces.removePartialFiles);
      const stopping = new AbortController();
      app.addHook('onListen', async () => {
        timer = setInterval(() => {
          sweep().catch((error: Error) => log(`the sweep of labs failed: ${error.message}`));
        }, sweepIntervalMs).unref();
        if (deps.warmUp ?? true) {
          // Probing takes up to 0.5 s, so it runs now and not at the first start of a lab.
          for (const line of await collectStartupWarnings((await runtime()).capabilities(), folder)) log(line);
          void buildAllLabs({ catalog, log, signal: stopping.signal });
        }
        await queue.advance();
      });
      app.addHook('preClose', async () => {
        clearInterval(timer);
        stopping.abort();
        await close();
      });
    },
  };
}

/** Counts the labs of a node, and the places that they take. */
async function readOccupancy(db: Db, node: string): Promise<LabOccupancy> {
  const all = await readActiveSlots(db, node);
  const count = (state: string) => all.filter(({ status }) => status === state).length;
  const started = all.filter(({ status }) => status !== 'queued');
  return {
    states: {
      ...{ queued: count('queued'), starting: count('starting') },
      ...{ running: count('running'), stopping: count('stopping') },
    },
    places: { used: slotsOf(started), total: maxSlots },
  };
}

interface StopLabsOfDeps {
  db: Db;
  clock: Clock;
  runner: string;
  shutdown: InstanceShutdown;
}

/** Stops all labs of a user. */
export async function stopLabsOf({ db, clock, runner, shutdown }: StopLabsOfDeps, userPk: number): Promise<void> {
  const reason = 'The account was closed.';
  for (const row of await readActiveInstancesOf(db, userPk)) {
    // End the row first, so that a start in progress sees it and stops its own process.
    await endInstance(db, row.pk, { status: 'stopped', reason, now: clock.now() });
    shutdown.onEnd(row.label, reason);
    // The sweep of another runner stops the processes of that runner.
    if (row.driver_ref && row.runner === runner) await shutdown.stop(row.driver_ref);
  }
}
