import { join } from 'node:path';
import type { LabRuntime } from '@hexpedition/lab-runtime';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import { createHomeFiles } from '../homes/home-files.ts';
import { createHomeSaver } from '../homes/home-saver.ts';
import { readHomes } from '../homes/homes.read-model.ts';
import { homeRoutes } from '../homes/homes.routes.ts';
import { createHomeService } from '../homes/homes.service.ts';
import { sweepHomes, sweepQuarantine } from '../homes/homes.sweep.ts';
import { createTerminalSocket } from '../terminals/terminal-socket.ts';
import { terminalRoutes } from '../terminals/terminals.routes.ts';
import { createTerminalService } from '../terminals/terminals.service.ts';
import { createSelectWorkspace } from './select-workspace.ts';

const quarantineSweepMs = 3_600_000;

/** Creates terminals and homes for instances with a workspace. */
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
  const files = createHomeFiles(join(config.dataDir, 'homes'));
  let quarantineSweptAt = 0;
  const homes = createHomeSaver({
    files,
    runtime,
    onSaved: (ref, saved) => socket.onSaved(ref, saved),
    log: deps.log,
  });
  const selectWorkspace = createSelectWorkspace({ db, clock, runner });
  const service = createTerminalService({
    ...{ db, clock, limiter, runner, runtime, homes, selectWorkspace, onUse },
  });
  const socket = createTerminalSocket({
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    admit: service.admit,
    findRevoked: service.findRevoked,
  });

  return {
    homes,
    socket,
    homesOf: (userPk: number) => readHomes(db, files, userPk),
    sweep: async () => {
      await sweepHomes(db, files);
      const now = clock.now();
      // This reads the folder of every learner.
      if (now.getTime() - quarantineSweptAt < quarantineSweepMs) return;
      quarantineSweptAt = now.getTime();
      await sweepQuarantine(files, now);
    },
    /** Call it at startup, before the first save. */
    removePartialFiles: () => files.removePartialFiles(),
    async routes(api: FastifyInstance): Promise<void> {
      terminalRoutes(api, service);
      await homeRoutes(api, createHomeService({ db, limiter, runtime, homes, selectWorkspace, onUse }));
    },
    close: socket.close,
  };
}
