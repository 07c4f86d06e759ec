import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { cloneDatabase, runOn, withDatabase } from '../../apps/server/src/testing/test-postgres.ts';
import { startServer, temporaryFolder } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of a database that holds the shipped curriculum and labs. */
    contentDatabase: string;
  }
}

/** Starts the platform once on a fresh database, so that every test file can clone a filled one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = project.getProvidedContext().postgresUrl;
  const name = `hx_content_${process.pid}_${randomBytes(3).toString('hex')}`;
  await runOn(server, `create database ${name}`);
  const folder = await temporaryFolder();
  const platform = await startServer({ dataDir: folder.path, databaseUrl: withDatabase(server, name) });
  await platform.stop();
  await folder.remove();
  project.provide('contentDatabase', name);
  return () => runOn(server, `drop database if exists ${name} with (force)`);
}

export interface OwnDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a separate database: empty, or a clone of the one that holds the content. */
export async function createDatabase(template?: string): Promise<OwnDatabase> {
  const server = inject('postgresUrl');
  const name = `hx_e2e_${randomBytes(6).toString('hex')}`;
  await (template ? cloneDatabase(server, name, template) : runOn(server, `create database ${name}`));
  return {
    url: withDatabase(server, name),
    drop: () => runOn(server, `drop database if exists ${name} with (force)`),
  };
}
