import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { createDatabase, createDatabaseWithoutCourses } from './support/content-database.ts';
import { projectRoot, temporaryFolder } from './support/server.ts';

/** Exports the whole shipped curriculum. authoring.test.ts moves the small test curriculum between two platforms. */

const runCommand = (name: 'export' | 'import', path: string, databaseUrl: string) =>
  promisify(execFile)(process.execPath, [`dist/server/cli-${name}.js`, path], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
  });

it('a platform without courses imports the whole curriculum and exports the same bytes', {
  timeout: 600_000,
}, async () => {
  const [here, elsewhere, folder] = await Promise.all([
    createDatabase(inject('contentDatabase')),
    createDatabaseWithoutCourses(),
    temporaryFolder(),
  ]);
  const [given, returned] = [join(folder.path, 'given.zip'), join(folder.path, 'returned.zip')];
  await runCommand('export', given, here.url);
  await runCommand('import', given, elsewhere.url);
  await runCommand('export', returned, elsewhere.url);
  expect((await readFile(returned)).equals(await readFile(given))).toBe(true);
  await Promise.all([here.drop(), elsewhere.drop(), folder.remove()]);
});
