import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/open-database';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { createJobs } from '#platform/jobs';
import { runOn, withDatabase } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which databases can be created. */
    postgresUrl: string;
    /** Name of the migrated database that tests clone. */
    templateDatabase: string;
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
];

/**
 * Provides one PostgreSQL for the whole run: that of DATABASE_URL, or else a temporary embedded one. Creates a template
 * database with all migrations and the tables of the job queue. Each test file clones it in milliseconds.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const folder = given ? undefined : await mkdtemp(join(await chooseFolder(), 'hexpedition-test-'));
  const embedded = folder ? await startEmbeddedPostgres({ dataDir: folder, settings: fastSettings }) : undefined;
  const postgresUrl = given ?? embedded?.url ?? '';
  const templateDatabase = `hx_template_${randomBytes(6).toString('hex')}`;
  await runOn(postgresUrl, `create database ${templateDatabase}`);
  await createTemplate(withDatabase(postgresUrl, templateDatabase));
  project.provide('postgresUrl', postgresUrl);
  project.provide('templateDatabase', templateDatabase);

  return async () => {
    await runOn(postgresUrl, `drop database if exists ${templateDatabase} with (force)`);
    await embedded?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  };
}

async function createTemplate(url: string): Promise<void> {
  await migrate(url, migrationsFolder);
  // Otherwise each app in a test would create the tables of the job queue.
  const jobs = createJobs(url, (error) => console.error(`Jobs: ${error.message}`));
  await jobs.start();
  await jobs.stop();
}

/** Returns a folder in memory if it is large enough. Creating and dropping a database there takes half the time. */
async function chooseFolder(): Promise<string> {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, process.availableMemory()) > memoryNeeded ? memory : tmpdir();
}
