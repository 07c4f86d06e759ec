import { join } from 'node:path';
import type { LabRuntime } from '@hexpedition/lab-runtime';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import { createHomeFiles } from '../homes/home-files.ts';
import { createHomeKeeper } from '../homes/home-keeper.ts';
import { readHomes } from '../homes/homes.read-model.ts';
import { homeRoutes } from '../homes/homes.routes.ts';
import { createHomeService } from '../homes/homes.service.ts';
import { sweepHomes } from '../homes/homes.sweep.ts';
import { createTerminalSocket } from '../terminals/terminal-socket.ts';
import { terminalRoutes } from '../terminals/terminals.routes.ts';
import { createTerminalService } from '../terminals/terminals.service.ts';
import { createTerminals } from '../terminals/terminals.ts';
import { createSelectWorkspace } from './select-workspace.ts';

/** Shells and homes of instances that have a workspace, put together. */
export function createWorkspaces(deps: {
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'trustProxy'>;
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  runner: string;
  runtime: () => Promise<LabRuntime>;
  onUse: (instancePk: number) => void;
  log: (message: string) => void;
}) {
  const { config, db, clock, limiter, runner, runtime, onUse } = deps;
  const terminals = createTerminals(runtime);
  const files = createHomeFiles(join(config.dataDir, 'homes'));
  const homes = createHomeKeeper({
    files,
    runtime,
    onSaved: terminals.saved,
    tell: terminals.tell,
    log: deps.log,
  });
  const selectWorkspace = createSelectWorkspace({ db, clock, runner });
  const service = createTerminalService({
    ...{ db, clock, limiter, runner, terminals, homes, selectWorkspace, onUse },
  });
  const socket = createTerminalSocket({
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    admit: service.admit,
    findRefused: service.findRefused,
  });

  return {
    homes,
    terminals,
    socket,
    homesOf: (userPk: number) => readHomes(db, files, userPk),
    sweep: () => sweepHomes(db, files),
    /** At boot, before anything is saved. */
    tidy: () => files.tidy(),
    async routes(api: FastifyInstance): Promise<void> {
      terminalRoutes(api, service);
      await homeRoutes(api, createHomeService({ db, limiter, runtime, homes, selectWorkspace, onUse }));
    },
    close: socket.close,
  };
}
