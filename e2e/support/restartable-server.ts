import { afterAll, beforeAll, inject } from 'vitest';
import { createDatabase, type OwnDatabase } from './content-database.ts';
import { type RunningServer, startServer, temporaryFolder } from './server.ts';

/** A server for the tests of one file. It runs labs with workspaces, and tests can kill and restart it. */
export interface RestartableServer {
  readonly current: RunningServer;
  /** Kills the server without a shutdown, as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again with the same data at the same address. */
  restart(): Promise<void>;
}

export function withRestartableServer(): RestartableServer {
  let folder: { path: string; remove: () => Promise<void> };
  let database: OwnDatabase;
  let server: RunningServer;
  const start = (port?: number) =>
    startServer({
      dataDir: folder.path,
      databaseUrl: database.url,
      // The lab requires tier 2.
      env: { POW_COST: '50', FREE_TIER: '2' },
      ...(port ? { port } : {}),
    });
  beforeAll(async () => {
    [database, folder] = await Promise.all([createDatabase(inject('contentDatabase')), temporaryFolder()]);
    server = await start();
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
    await folder?.remove();
  });
  return {
    get current() {
      return server;
    },
    kill: () => server.kill(),
    restart: async () => {
      server = await start(server.port);
    },
  };
}
