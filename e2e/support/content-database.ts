import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { cloneDatabase, runOn, withDatabase } from '../../apps/server/src/testing/test-postgres.ts';
import { hasLabBuilds, projectRoot, startServer, temporaryFolder, waitForLabBuilds } from './server.ts';
import { restoreTables, saveTables } from './table-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of a database that holds the shipped curriculum and labs. */
    contentDatabase: string;
    /** Folder with the rows of that database. */
    contentFolder: string;
  }
}

/** Folder with the rows of the content database, in a subfolder for each version of the content. */
const cache = join(projectRoot, '.cache/e2e-content');

/** Creates a database with the shipped content, so that every test file can clone it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgresUrl, templateDatabase } = project.getProvidedContext();
  const name = `hx_content_${process.pid}_${randomBytes(3).toString('hex')}`;
  const drop = () => runOn(postgresUrl, `drop database if exists ${name} with (force)`);
  const url = withDatabase(postgresUrl, name);
  await cloneDatabase(postgresUrl, name, templateDatabase);
  const folder = join(cache, await contentVersion());
  const isRestored = existsSync(folder) && (await restores(url, folder));
  if (!isRestored) {
    await importContent(url);
    await rm(cache, { recursive: true, force: true });
    // Renamed when it is complete, so that an interrupted run leaves no partial cache.
    await saveTables(url, `${folder}.${process.pid}`);
    await rename(`${folder}.${process.pid}`, folder);
  }
  project.provide('contentDatabase', name);
  project.provide('contentFolder', folder);
  return drop;
}

/** Restores the saved rows. @returns false if the database does not allow it, for example to a user with few rights */
const restores = (url: string, folder: string): Promise<boolean> =>
  restoreTables(url, folder).then(
    () => true,
    () => false,
  );

/** Starts the platform once: the start imports the content. */
async function importContent(databaseUrl: string): Promise<void> {
  const folder = await temporaryFolder();
  const isFirstRun = !hasLabBuilds();
  const platform = await startServer({ dataDir: folder.path, databaseUrl });
  if (isFirstRun) await waitForLabBuilds();
  await platform.stop();
  await folder.remove();
}

/** Returns a hash of everything that the content database depends on: content, migrations, and the built server. */
async function contentVersion(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['curriculum', 'labs', 'apps/server/src/migrations', 'dist/server']) {
    const entries = await readdir(join(projectRoot, folder), { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    for (const path of paths.filter((one) => !one.includes('node_modules')).sort())
      hash.update(path.slice(projectRoot.length)).update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 16);
}

export interface OwnDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a separate database: empty, or a clone of the one that holds the content. */
export async function createDatabase(template?: string, server = inject('postgresUrl')): Promise<OwnDatabase> {
  const name = `hx_e2e_${randomBytes(6).toString('hex')}`;
  await (template ? cloneDatabase(server, name, template) : runOn(server, `create database ${name}`));
  return {
    url: withDatabase(server, name),
    drop: () => runOn(server, `drop database if exists ${name} with (force)`),
  };
}

const contentTables = [
  ...['continents', 'trainings', 'source_files', 'source_imports', 'source_revisions', 'media'],
  ...['hexmap_files', 'hexmap_history', 'hexmap_pointers', 'hexmap_versions', 'search_documents', 'search_words'],
];

/**
 * Creates a database without courses and maps, for tests that export or import everything. A server does not import the
 * shipped curriculum into it, because the fingerprint of the last import is still there.
 */
export async function createDatabaseWithoutCourses(): Promise<OwnDatabase> {
  const database = await createDatabase(inject('contentDatabase'));
  await runOn(database.url, `truncate ${contentTables.join(', ')} cascade`);
  return database;
}
