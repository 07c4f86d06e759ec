import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, startWithFixture } from './support/fixture-curriculum.ts';
import { sharedPlatform } from './support/platform.ts';
import { freePort, projectRoot, runServerUntilExit, temporaryFolder } from './support/server.ts';

/** Startup failures: the operator sees one clear sentence, the next step, and no stack trace. */

let folder: { path: string; remove: () => Promise<void> };
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

/** For output that arrives on its own within a moment; a busy machine may need longer. */
const longTimeout = { timeout: 60_000 };

const expectNoStack = (text: string) => expect(text).not.toMatch(/\n\s+at |Error:/);

describe('the start', () => {
  it('names an invalid setting and the allowed values', async () => {
    const { code, output } = await runServerUntilExit({
      dataDir: folder.path,
      env: { PUBLIC_URL: 'learn.example.org' },
    });
    expect(code).toBe(1);
    expect(output).toContain('PUBLIC_URL is "learn.example.org".\nSet an origin such as https://learn.example.org');
    expectNoStack(output);
  });

  it('names a port that is in use before it does anything else', async () => {
    const blocker = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve));
    const dataDir = join(folder.path, 'port');
    const { code, output } = await runServerUntilExit({ dataDir, port });
    blocker.close();
    expect(code).toBe(1);
    expect(output).toContain(`Port ${port} on 127.0.0.1 is in use.`);
    expectNoStack(output);
    await expect(stat(dataDir)).rejects.toThrow(/ENOENT/);
  });

  it('stops its database when another dependency is unavailable', async () => {
    const dataDir = join(folder.path, 'store');
    const env = { STORAGE_URL: 's3://key:hidden-word@127.0.0.1:1/bucket?region=here&insecure=yes' };
    const { code, output } = await runServerUntilExit({ dataDir, env });
    expect(code).toBe(1);
    expect(output).toContain('The storage in STORAGE_URL is unavailable');
    expect(output).not.toContain('hidden-word');
    expectNoStack(output);
    await expect(readFile(join(dataDir, 'postgres/postmaster.pid'))).rejects.toThrow(/ENOENT/);
    expect((await stat(join(dataDir, 'postgres'))).isDirectory()).toBe(true);
  });

  it('names a data folder that is not writable', async () => {
    const file = join(folder.path, 'file');
    await writeFile(file, 'in the way');
    const { code, output } = await runServerUntilExit({ dataDir: join(file, 'data') });
    expect(code).toBe(1);
    expect(output).toMatch(
      /The data folder .*file\/data cannot be written \(ENOTDIR\)\.\nGive its owner write permission/,
    );
    expectNoStack(output);
  });

  it('names a database that cannot be reached, without its password', async () => {
    const databaseUrl = 'postgres://me:hunter2@127.0.0.1:1/nowhere';
    const { code, output } = await runServerUntilExit({ dataDir: folder.path, databaseUrl });
    expect(code).toBe(1);
    expect(output).toContain('The database nowhere at 127.0.0.1:1 cannot be reached');
    expect(output).not.toContain('hunter2');
    expectNoStack(output);
  });
});

describe('npm run import', () => {
  const copyOfFixture = async (name: string) => {
    const curriculum = join(folder.path, name);
    await cp(fixture, curriculum, { recursive: true });
    return curriculum;
  };
  const runImport = (databaseUrl: string, args: string[]) =>
    spawnSync(process.execPath, ['dist/server/cli-import.js', ...args], {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl, DATA_DIR: folder.path },
    });

  it('names the line of a broken file and changes nothing', async () => {
    const platform = await sharedPlatform();
    const curriculum = await copyOfFixture('curriculum');
    const lesson = join(curriculum, 'tests/kinds/03-adrift/01-adrift.md');
    await mkdir(join(lesson, '..'), { recursive: true });
    await writeFile(join(lesson, '../chapter.yaml'), 'id: ch-adrift\nname: Adrift\n');
    await writeFile(
      lesson,
      '---\nid: sub-adrift\nname: Adrift\nsummary: A lesson.\nminutes: 3\n---\n\nText.\n\n:::quizz[What?]{#q kind=single}\n- [x] Yes\n:::\n',
    );
    const trainings = async () => (await fetch(`${platform.url}/api/trainings`)).json();
    const before = await trainings();

    const run = runImport(platform.databaseUrl, [curriculum, '--json']);
    expect(run.status).toBe(1);
    const report = JSON.parse(run.stdout);
    expect(report.applied).toBe(false);
    const errors = report.diagnostics.filter(({ severity }: { severity: string }) => severity === 'error');
    expect(errors).toEqual([expect.objectContaining({ file: 'tests/kinds/03-adrift/01-adrift.md', line: 10 })]);
    expect(await trainings()).toEqual(before);
  });

  it('shows a changed lesson at once on a running server', async () => {
    const platform = await startWithFixture();
    const curriculum = await copyOfFixture('changed');
    const file = join(curriculum, 'tests/kinds/training.yaml');
    const source = await readFile(file, 'utf8');
    const name = /^name: (.*)$/m.exec(source)?.[1] ?? '';
    await writeFile(file, source.replace(/^name: .*$/m, 'name: Second Light'));
    const page = async () => (await fetch(`${platform.url}/courses/kinds`)).text();
    expect(name).not.toBe('');
    expect(await page()).toContain(name);
    expect(await page()).not.toContain('Second Light');

    expect(runImport(platform.databaseUrl, [curriculum]).stderr).toBe('');
    await expect.poll(page, longTimeout).toContain('Second Light');
    await platform.end();
  });
});
