import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/open-database';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { createJobs } from '#platform/jobs';
import { runOn, withDatabase } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which databases can be made. */
    postgresUrl: string;
    /** Name of the migrated database that tests clone. */
    templateDatabase: string;
  }
}

/** A run makes hundreds of databases, but only a few at once: together they stay far below this. */
const memoryNeeded = 4 * 1024 ** 3;

/** What nobody keeps: no crash is survived, and no other server gets a copy. */
const forgetful = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=300',
];

/**
 * One PostgreSQL for the whole run: the one of DATABASE_URL, else an embedded one that is thrown away. It gets a
 * template database with the migrations applied and the tables of the jobs; each test file clones it in milliseconds.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const folder = given ? undefined : await mkdtemp(join(await shortLived(), 'hexpedition-test-'));
  const embedded = folder ? await startEmbeddedPostgres({ dataDir: folder, settings: forgetful }) : undefined;
  const postgresUrl = given ?? embedded?.url ?? '';
  const templateDatabase = `hx_template_${randomBytes(6).toString('hex')}`;
  await runOn(postgresUrl, `create database ${templateDatabase}`);
  await prepareTemplate(withDatabase(postgresUrl, templateDatabase));
  project.provide('postgresUrl', postgresUrl);
  project.provide('templateDatabase', templateDatabase);

  return async () => {
    await runOn(postgresUrl, `drop database if exists ${templateDatabase} with (force)`);
    await embedded?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  };
}

async function prepareTemplate(url: string): Promise<void> {
  await migrate(url, migrationsFolder);
  // Each app of a test would make their tables otherwise.
  const jobs = createJobs(url, (error) => console.error(`Jobs: ${error.message}`));
  await jobs.start();
  await jobs.stop();
}

/** The folder of the memory where it holds a run: a database is made and dropped there in half of the time. */
async function shortLived(): Promise<string> {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, process.availableMemory()) > memoryNeeded ? memory : tmpdir();
}
