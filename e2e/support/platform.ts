import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { onServer, withDatabase } from './content-database.ts';
import { type RunningServer, startServer, temporaryFolder } from './server.ts';

/** A platform of one's own: a server with the shipped content on a cloned database. Call `end` when done. */
export async function startPlatform(
  env: Record<string, string> = {},
): Promise<RunningServer & { databaseUrl: string; end(): Promise<void> }> {
  const postgres = inject('postgresUrl');
  const name = `hx_e2e_${randomBytes(6).toString('hex')}`;
  await cloneDatabase(postgres, name);
  const folder = await temporaryFolder();
  const databaseUrl = withDatabase(postgres, name);
  const server = await startServer({ dataDir: folder.path, databaseUrl, env });
  return {
    ...server,
    databaseUrl,
    end: async () => {
      await server.stop();
      await onServer(postgres, `drop database if exists ${name} with (force)`);
      await folder.remove();
    },
  };
}

/** Another test may be cloning the same template at this moment (55006). */
async function cloneDatabase(postgres: string, name: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await onServer(postgres, `create database ${name} template ${inject('contentDatabase')}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || tries > 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
