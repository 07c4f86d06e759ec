import { spawnSync } from 'node:child_process';
import { cp, mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase } from './support/content-database.ts';
import { fixture } from './support/fixture-curriculum.ts';
import { sharedPlatform } from './support/platform.ts';
import { freePort, projectRoot, runServerUntilExit, temporaryFolder } from './support/server.ts';

/** A start and an import that fail, and a migration without a start. main-journey.test.ts starts a server whose storage is unavailable. */

let folder: { path: string; remove: () => Promise<void> };
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

it('a start names a port that is in use before it does anything else', async () => {
  const blocker = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve));
  const dataDir = join(folder.path, 'port');
  const { code, output } = await runServerUntilExit({ dataDir, port });
  blocker.close();
  expect(code).toBe(1);
  expect(JSON.parse(output)).toMatchObject({
    msg: `Port ${port} on 127.0.0.1 is in use.`,
    remedy: expect.stringContaining('Stop the program that uses it'),
  });
  expect(output).not.toMatch(/\n\s+at |Error:/);
  await expect(stat(dataDir)).rejects.toThrow(/ENOENT/);
});

it('npm run import names the line of a broken file and changes nothing', async () => {
  const platform = await sharedPlatform();
  const curriculum = join(folder.path, 'curriculum');
  await cp(fixture, curriculum, { recursive: true });
  const lesson = join(curriculum, 'tests/kinds/03-adrift/01-adrift.md');
  await mkdir(join(lesson, '..'), { recursive: true });
  await writeFile(join(lesson, '../chapter.yaml'), 'id: ch-adrift\nname: Adrift\n');
  await writeFile(
    lesson,
    '---\nid: sub-adrift\nname: Adrift\nsummary: A lesson.\nminutes: 3\n---\n\nText.\n\n:::quizz[What?]{#q kind=single}\n- [x] Yes\n:::\n',
  );
  const trainings = async () => (await fetch(`${platform.url}/api/trainings`)).json();
  const before = await trainings();

  const run = spawnSync(process.execPath, ['dist/server/cli-import.js', curriculum, '--json'], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: platform.databaseUrl, DATA_DIR: folder.path },
  });
  expect(run.status).toBe(1);
  const report = JSON.parse(run.stdout);
  expect(report.applied).toBe(false);
  const errors = report.diagnostics.filter(({ severity }: { severity: string }) => severity === 'error');
  expect(errors).toEqual([expect.objectContaining({ file: 'tests/kinds/03-adrift/01-adrift.md', line: 10 })]);
  expect(await trainings()).toEqual(before);
});

it('npm run admin -- migrate ends when the database has the state of this version', async () => {
  const database = await createDatabase(inject('contentDatabase'));
  const run = spawnSync(process.execPath, ['dist/server/cli-admin.js', 'migrate'], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: database.url, DATA_DIR: folder.path },
  });
  await database.drop();
  expect(run.stderr).not.toContain('Creating the database');
  expect(run.stdout).toMatch(/^The database has the state of version \d+\.\d+\.\d+\.\n$/);
  expect(run.status).toBe(0);
});
