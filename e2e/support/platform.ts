import { inject } from 'vitest';
import { createDatabase } from './content-database.ts';
import { type RunningServer, runningServers, startServer, temporaryFolder } from './server.ts';

/** A platform that several test files may use. */
export interface Platform {
  url: string;
  databaseUrl: string;
}

/** A platform of one test file. */
export interface OwnPlatform extends RunningServer {
  databaseUrl: string;
  end(): Promise<void>;
}

/** Starts a separate platform: a server with the shipped content on a cloned database. Call `end` when done. */
export async function startPlatform(
  env: Record<string, string> = {},
  port?: number,
  { postgresUrl = inject('postgresUrl'), contentDatabase = inject('contentDatabase') } = {},
): Promise<OwnPlatform> {
  const [database, folder] = await Promise.all([createDatabase(contentDatabase, postgresUrl), temporaryFolder()]);
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

/**
 * Returns a platform that all test files of the run share: with the shipped content, or with the test curriculum as
 * well. Files that share it run at the same time. They sign up their own learners, and they change no setting, no
 * content and nothing else that another file can see.
 */
export async function sharedPlatform(name: 'shipped' | 'fixture' = 'shipped'): Promise<Platform> {
  const response = await fetch(`${inject('sharedPlatforms')}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json() as Promise<Platform>;
}

/** Returns the output of the servers of this worker and of the shared ones. */
export async function serverLogs(): Promise<string> {
  const shared = await fetch(`${inject('sharedPlatforms')}/logs`);
  return [...runningServers].map(({ output }) => output()).join('') + (await shared.text());
}
