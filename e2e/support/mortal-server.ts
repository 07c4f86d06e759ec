import { afterAll, beforeAll, inject } from 'vitest';
import { createDatabase, type OwnDatabase } from './content-database.ts';
import { type RunningServer, startServer, temporaryFolder } from './server.ts';

/** A server for the tests of one file whose labs have workspaces, and which dies in between. */
export interface MortalServer {
  readonly now: RunningServer;
  /** A power cut. */
  kill(): Promise<void>;
  /** Starts it again, with its data and at the same address. */
  revive(): Promise<void>;
}

export function withMortalServer(): MortalServer {
  let folder: { path: string; remove: () => Promise<void> };
  let database: OwnDatabase;
  let server: RunningServer;
  const start = (port?: number) =>
    startServer({
      dataDir: folder.path,
      databaseUrl: database.url,
      // The lab is for tier 2.
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
    get now() {
      return server;
    },
    kill: () => server.kill(),
    revive: async () => {
      server = await start(server.port);
    },
  };
}
