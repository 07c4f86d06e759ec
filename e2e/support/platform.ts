import { inject } from 'vitest';
import { createDatabase } from './content-database.ts';
import { type RunningServer, startServer, temporaryFolder } from './server.ts';

/** Starts a separate platform: a server with the shipped content on a cloned database. Call `end` when done. */
export async function startPlatform(
  env: Record<string, string> = {},
  port?: number,
): Promise<RunningServer & { databaseUrl: string; end(): Promise<void> }> {
  const [database, folder] = await Promise.all([createDatabase(inject('contentDatabase')), temporaryFolder()]);
  const server = await startServer({
    dataDir: folder.path,
    databaseUrl: database.url,
    // Dozens of learners sign up in a run. The unit tests check the real cost of the proof of work.
    env: { POW_COST: '50', ...env },
    ...(port ? { port } : {}),
  });
  return {
    ...server,
    databaseUrl: database.url,
    end: async () => {
      await server.stop();
      await database.drop();
      await folder.remove();
    },
  };
}
