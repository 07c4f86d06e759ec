import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/open-database';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { createJobs } from '#platform/jobs';
import { memoryFolder } from './memory-folder.ts';
import { dropDatabases, runOn, type TestPostgres, withDatabase } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a Unix socket. A request to it starts PostgreSQL, once for the run, and is answered with `TestPostgres`. */
    postgresSocket: string;
  }
}

/** A run creates hundreds of databases, but only a few at the same time. Together they stay far below this limit. */
const memoryNeeded = 4 * 1024 ** 3;

/** Settings that trade durability and replication for speed. */
const fastSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=300',
  // Relative to the folder of the data. A query through a socket file takes a third less CPU than through TCP.
  'unix_socket_directories=.',
  // A password with 4,096 rounds takes the client 4 ms per connection.
  'scram_iterations=1',
];

/** The PostgreSQL of a run. It starts when it is needed first, because many tests need no database. */
interface LazyPostgres {
  socket: string;
  /** Number of projects that have not been torn down. */
  projects: number;
  /** Drops the databases that tests share, so that the next run fills them again. */
  dropShared(): Promise<void>;
  close(): Promise<void>;
}

/** Each project loads this module again, so the state of the run is a global. */
const run = globalThis as { hexpeditionTestPostgres?: Promise<LazyPostgres> };

/** Lets all projects of a run share one PostgreSQL: that of DATABASE_URL, or else a temporary embedded one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.hexpeditionTestPostgres ??= createLazyPostgres();
  const postgres = await run.hexpeditionTestPostgres;
  postgres.projects += 1;
  project.provide('postgresSocket', postgres.socket);
  // The content of shared databases may come from files that have changed since the last run.
  project.onTestsRerun(() => postgres.dropShared());
  return async () => {
    postgres.projects -= 1;
    if (postgres.projects > 0) return;
    run.hexpeditionTestPostgres = undefined;
    await postgres.close();
  };
}

async function createLazyPostgres(): Promise<LazyPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'hexpedition-test-socket-'));
  let started: ReturnType<typeof startPostgres> | undefined;
  const server = createServer((_, response) => {
    started ??= startPostgres();
    started.then(
      ({ postgres }) => response.end(JSON.stringify(postgres)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const socket = join(folder, 'postgres');
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return {
    socket,
    projects: 0,
    async dropShared() {
      const { postgres } = (await started) ?? {};
      if (postgres) await dropDatabases(postgres.url, `${postgres.template}_`);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await (await started)?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a template database with all migrations and the tables of the job queue. Each test file clones it in
 * milliseconds.
 */
async function startPostgres() {
  const given = process.env.DATABASE_URL;
  const folder = given ? undefined : await mkdtemp(join(await memoryFolder(memoryNeeded), 'hexpedition-test-'));
  const embedded = folder ? await startEmbeddedPostgres({ dataDir: folder, settings: fastSettings }) : undefined;
  const url = given ?? (await prepareConnections(embedded?.url ?? '', join(folder ?? '', 'postgres')));
  const template = `hx_template_${randomBytes(6).toString('hex')}`;
  await runOn(url, `create database ${template}`);
  await createTemplate(withDatabase(url, template));
  return {
    postgres: { url, template } satisfies TestPostgres,
    async stop() {
      // With those that tests share (`sharedTemplate`).
      await dropDatabases(url, template);
      await embedded?.stop();
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Stores the password again, with the rounds of `fastSettings`.
 * @returns an address whose clients connect through the socket file in `socketFolder`
 */
async function prepareConnections(tcpUrl: string, socketFolder: string): Promise<string> {
  const url = new URL(tcpUrl);
  await runOn(tcpUrl, `alter role ${url.username} password '${url.password}'`);
  url.searchParams.set('host', socketFolder);
  return url.href;
}

async function createTemplate(url: string): Promise<void> {
  await migrate(url, migrationsFolder);
  // Otherwise each app in a test would create the tables of the job queue.
  const jobs = createJobs(url, (error) => console.error(`Jobs: ${error.message}`));
  await jobs.start();
  await jobs.stop();
}
