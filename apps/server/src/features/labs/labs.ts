import { createHash } from 'node:crypto';
import { freemem, hostname } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedRuntime, isolationProblem, type LabRuntime } from '@hexpedition/lab-runtime';
import type { FastifyInstance } from 'fastify';
import type { SourceReader } from '#features/content/sources.public';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { FirstAnswer } from '#platform/http/door';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Secrets } from '#platform/secrets';
import { createCatalog } from './catalog.ts';
import { endLabsOf } from './end-labs.ts';
import { createHintService } from './hints/hints.service.ts';
import { createLauncher } from './instances.launch.ts';
import { readActiveInstances } from './instances.read-model.ts';
import { createInstanceService } from './instances.service.ts';
import { endInstance } from './instances.store.ts';
import { reconcileAtBoot, sweepInstances } from './instances.sweep.ts';
import { createLabGateway, sharedServer } from './labs.gateway.ts';
import { labRoutes } from './labs.routes.ts';
import { opinionRoutes } from './opinions/opinions.routes.ts';
import { createOpinionService } from './opinions/opinions.service.ts';
import { createTallyKeeper } from './tallies.ts';

const sweepEvery = 15_000;

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
}

/** Everything about labs, put together. */
export function createLabs(deps: LabsDeps) {
  const { config, db, clock, secrets, limiter } = deps;
  const runner = runnerName(config.dataDir);
  let log: (message: string) => void = () => {};

  let started: Promise<LabRuntime> | undefined;
  const runtime = () => {
    started ??= deps.runtime
      ? Promise.resolve(deps.runtime)
      : createEmbeddedRuntime({ cacheDir: join(config.dataDir, 'cache', 'labs') });
    // Try again when the next one asks: a full disk may have room by then
    started.catch(() => {
      started = undefined;
    });
    return started;
  };

  const door = createLabGateway({ db, clock, config, key: secrets.key('lab-cookie'), runner });
  const catalog = createCatalog(deps.folder, runtime);
  const launcher = createLauncher({
    db,
    clock,
    flagKey: secrets.key('flags'),
    catalog,
    runtime,
    onError: (error) => log(`a lab did not start: ${error.message}`),
  });
  const instances = createInstanceService({
    db,
    clock,
    limiter,
    launcher,
    runtime,
    runner,
    labsUrl: config.labsUrl,
    freeMemory: freemem,
    onEnd: door.forget,
  });

  const tallies = createTallyKeeper({ db, clock });

  const sweep = () => sweepInstances({ db, clock, runner, runtime, onEnd: door.forget });

  /** Ends what runs here: it would not outlive the process, and learners should read why. */
  async function close(): Promise<void> {
    await door.gateway.close();
    if (!started) return;
    for (const { pk } of await readActiveInstances(db, runner)) {
      await endInstance(db, pk, { status: 'stopped', reason: 'The server was stopped.', now: clock.now() });
    }
    await (await started).close();
  }

  return {
    /** For the HTTP server: answers the hosts of labs before the platform sees them. */
    serverFactory: (first: FirstAnswer[]) => sharedServer(door.gateway, first),
    sweep,
    onLabSolve: tallies.onSolve,
    /** Stops everything that a user has running, before the account goes. */
    endLabsOf: (userPk: number) => endLabsOf({ db, clock, runner, runtime, onEnd: door.forget }, userPk),
    routes: (api: FastifyInstance): void => {
      labRoutes(api, {
        db,
        instances,
        hints: createHintService({ db, clock }),
        tallies,
        unavailableFor: async ({ risk }) => isolationProblem((await runtime()).capabilities(), risk),
      });
      const render = deps.renderLearnerText;
      opinionRoutes(api, createOpinionService({ db, clock, limiter, render, onRate: tallies.onRate }));
    },
    /** Ties labs to the server's life: reconciled when it begins to listen, swept while it does, ended with it. */
    attach(app: FastifyInstance): void {
      log = (message) => app.log.warn(message);
      let timer: NodeJS.Timeout | undefined;
      // Run this before the first request, or it would end an instance which that request starts
      app.addHook('onReady', () => reconcileAtBoot({ db, clock, runner }));
      app.addHook('onListen', async () => {
        // Probing takes up to half a second: better now than when the first learner waits
        const { isolation, advice } = (await runtime()).capabilities();
        if (advice) log(`labs run with isolation "${isolation}". ${advice}`);
        timer = setInterval(() => {
          sweep().catch((error: Error) => log(`the sweep of labs failed: ${error.message}`));
        }, sweepEvery).unref();
      });
      app.addHook('preClose', async () => {
        clearInterval(timer);
        await close();
      });
    },
  };
}

/** Names this data folder on this machine: what it had running before a restart was its own. */
function runnerName(dataDir: string): string {
  return `${hostname()}:${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`;
}
