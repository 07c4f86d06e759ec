import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startServer, temporaryFolder } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of a database that holds the shipped curriculum and labs. */
    contentDatabase: string;
  }
}

/** Starts the platform once on a fresh database, so that every test file can clone one that is full. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = project.getProvidedContext().postgresUrl;
  const name = `hx_content_${process.pid}_${randomBytes(3).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const folder = await temporaryFolder();
  const platform = await startServer({ dataDir: folder.path, databaseUrl: withDatabase(server, name) });
  await platform.stop();
  await folder.remove();
  project.provide('contentDatabase', name);
  return () => onServer(server, `drop database if exists ${name} with (force)`);
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

export interface OwnDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of one's own: empty, or a clone of the one that holds the content. */
export async function createDatabase(template?: string): Promise<OwnDatabase> {
  const server = inject('postgresUrl');
  const name = `hx_e2e_${randomBytes(6).toString('hex')}`;
  for (let tries = 0; ; tries++) {
    try {
      await onServer(server, `create database ${name}${template ? ` template ${template}` : ''}`);
      break;
    } catch (error) {
      // 55006: another test is cloning the same template at this moment.
      if ((error as { code?: string }).code !== '55006' || tries > 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return {
    url: withDatabase(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}
