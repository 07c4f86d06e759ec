import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#platform/db/migrate';
import { migrationsFolder } from '#platform/db/open-database';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { runOn, withDatabase } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which databases can be made. */
    postgresUrl: string;
    /** Name of the migrated database that tests clone. */
    templateDatabase: string;
  }
}

/**
 * One PostgreSQL for the whole run: the one of DATABASE_URL, else an embedded one that is thrown away. It gets a
 * template database with the migrations applied; each test file clones it in milliseconds.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const folder = given ? undefined : await mkdtemp(join(tmpdir(), 'hexpedition-test-'));
  const embedded = folder
    ? await startEmbeddedPostgres({
        dataDir: folder,
        settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'],
      })
    : undefined;
  const postgresUrl = given ?? embedded?.url ?? '';
  const templateDatabase = `hx_template_${randomBytes(6).toString('hex')}`;
  await runOn(postgresUrl, `create database ${templateDatabase}`);
  await migrate(withDatabase(postgresUrl, templateDatabase), migrationsFolder);
  project.provide('postgresUrl', postgresUrl);
  project.provide('templateDatabase', templateDatabase);

  return async () => {
    await runOn(postgresUrl, `drop database if exists ${templateDatabase} with (force)`);
    await embedded?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  };
}
