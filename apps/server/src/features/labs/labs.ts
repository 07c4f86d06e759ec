import { createHash } from 'node:crypto';
import { freemem, hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmbeddedRuntime, isolationProblem, type LabRuntime, workspaceProblem } from '@hexpedition/lab-runtime';
import type { FastifyInstance } from 'fastify';
import type { SourceReader } from '#features/content/sources.public';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { EarlyHandler } from '#platform/http/host-guard';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Secrets } from '#platform/secrets';
import { adviceAtBoot } from './boot-advice.ts';
import { createCatalog } from './catalog.ts';
import { endLabsOf } from './end-labs.ts';
import { createEnding } from './ending.ts';
import { createHintService } from './hints/hints.service.ts';
import { createLauncher } from './instances.launch.ts';
import { createQueue } from './instances.queue.ts';
import { readActiveInstances } from './instances.read-model.ts';
import { createInstanceService, type ProblemOf } from './instances.service.ts';
import { endInstance } from './instances.store.ts';
import { reconcileAtBoot, sweepInstances } from './instances.sweep.ts';
import { createLabGateway, sharedServer } from './labs.gateway.ts';
import { labRoutes } from './labs.routes.ts';
import { opinionRoutes } from './opinions/opinions.routes.ts';
import { createOpinionService } from './opinions/opinions.service.ts';
import { createRepairService } from './repair/repair.service.ts';
import { createTallyKeeper } from './tallies.ts';
import { createUseNotes } from './use-notes.ts';
import { prepareAll } from './warm-start.ts';
import { createWorkspaces } from './workspaces/workspaces.ts';

const sweepEvery = 15_000;
/** A server that is stopped waits so long for homes to be saved. */
const goodbye = 20_000;

interface LabsDeps {
  config: Config;
  db: Db;
  clock: Clock;
  secrets: Secrets;
  limiter: RateLimiter;
  /** The folder with a folder a lab. */
  folder: string;
  /** What runs labs; left out, the embedded driver is started when it is first needed. */
  runtime?: LabRuntime;
  renderLearnerText: SourceReader['renderLearnerText'];
  /** Bytes that this machine has to spare; it is asked when left out. */
  freeMemory?: () => number;
}

/** Everything about labs, put together. */
export function createLabs(deps: LabsDeps) {
  const { config, db, clock, secrets, limiter } = deps;
  const runner = runnerName(config.dataDir);
  const cacheDir = join(config.dataDir, 'cache', 'labs');
  let log: (message: string) => void = () => {};

  let started: Promise<LabRuntime> | undefined;
  const runtime = () => {
    started ??= deps.runtime ? Promise.resolve(deps.runtime) : createEmbeddedRuntime({ cacheDir });
    // Try again when the next one asks: a full disk may have room by then
    started.catch(() => {
      started = undefined;
    });
    return started;
  };

  const onUse = createUseNotes({ db, clock });
  const door = createLabGateway({ db, clock, config, key: secrets.key('lab-cookie'), runner, onUse });
  const workspaces = createWorkspaces({ config, db, clock, limiter, runner, runtime, onUse, log: (text) => log(text) });
  const { homes, terminals } = workspaces;
  const ending = createEnding({ runtime, homes, terminals, forget: door.forget });
  const catalog = createCatalog(deps.folder, runtime);
  const launcher = createLauncher({
    ...{ db, clock, catalog, runtime, homes },
    flagKey: secrets.key('flags'),
    tell: terminals.tell,
    onError: (error) => log(`a lab did not start: ${error.message}`),
  });
  const { folder, freeMemory = freemem } = deps;
  const queue = createQueue({ db, clock, launcher, runner, freeMemory });
  const problemOf: ProblemOf = async ({ risk, workspace }) => {
    const capabilities = (await runtime()).capabilities();
    return isolationProblem(capabilities, risk) ?? (workspace && workspaceProblem(capabilities, workspace.tools));
  };
  const instances = createInstanceService({
    ...{ db, clock, limiter, queue, homes, problemOf, runner, ending },
    labsUrl: config.labsUrl,
  });

  const repairs = createRepairService({ db, clock, limiter, runtime, folder, cacheDir, freeMemory });
  const tallies = createTallyKeeper({ db, clock });

  const sweep = async () => {
    await sweepInstances({ db, clock, runner, runtime, ending, isTryingRepairs: repairs.isBusy });
    await queue.advance();
  };

  /** Ends what runs here: it would not outlive the process, and learners should read why. */
  async function close(): Promise<void> {
    await door.gateway.close();
    await repairs.close();
    if (!started) return workspaces.close();
    const reason = 'The server was stopped.';
    const running = (await readActiveInstances(db, runner)).filter(({ status }) => status !== 'queued');
    for (const { pk, label } of running) {
      await endInstance(db, pk, { status: 'stopped', reason, now: clock.now() });
      ending.onEnd(label, reason);
    }
    // Each has a home to save, and what holds its save up must not hold up the server
    const stops = running.map(({ driver_ref }) => driver_ref && ending.stop(driver_ref));
    await Promise.race([Promise.allSettled(stops), sleep(goodbye, undefined, { ref: false })]);
    workspaces.close();
    await (await started).close();
  }

  return {
    /** For the HTTP server: answers the hosts of labs before the platform sees them. */
    serverFactory: (first: EarlyHandler[]) => sharedServer(door.gateway, workspaces.socket, first),
    sweep,
    onLabSolve: tallies.onSolve,
    /** Stops everything that a user has running, before the account goes. */
    endLabsOf: (userPk: number) => endLabsOf({ db, clock, runner, ending }, userPk),
    /** The homes of a user, for their own data. */
    homesOf: workspaces.homesOf,
    /** Every minute: homes go with their owners. */
    sweepHomes: workspaces.sweep,
    async routes(api: FastifyInstance): Promise<void> {
      labRoutes(api, {
        db,
        instances,
        hints: createHintService({ db, clock }),
        repairs,
        tallies,
        unavailableFor: problemOf,
      });
      const render = deps.renderLearnerText;
      opinionRoutes(api, createOpinionService({ db, clock, limiter, render, onRate: tallies.onRate }));
      await workspaces.routes(api);
    },
    /** Ties labs to the server's life: reconciled when it begins to listen, swept while it does, ended with it. */
    attach(app: FastifyInstance): void {
      log = (message) => app.log.warn(message);
      let timer: NodeJS.Timeout | undefined;
      // Run this before the first request, or it would end an instance which that request starts
      app.addHook('onReady', () => reconcileAtBoot({ db, clock, runner }));
      app.addHook('onReady', workspaces.tidy);
      const stopping = new AbortController();
      app.addHook('onListen', async () => {
        // Probing takes up to half a second: better now than when the first learner waits
        for (const line of await adviceAtBoot((await runtime()).capabilities(), folder)) log(line);
        timer = setInterval(() => {
          sweep().catch((error: Error) => log(`the sweep of labs failed: ${error.message}`));
        }, sweepEvery).unref();
        void prepareAll({ catalog, log, signal: stopping.signal });
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

/** Names this data folder on this machine: what it had running before a restart was its own. */
function runnerName(dataDir: string): string {
  return `${hostname()}:${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`;
}
