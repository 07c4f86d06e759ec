import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform } from './support/platform.ts';
import { freePort, projectRoot, runServerToItsEnd, startServer, temporaryFolder } from './support/server.ts';

/** What an operator sees when something is in the way: one clear sentence, what to do, and no stack. */

let folder: { path: string; remove: () => Promise<void> };
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

const demoAccounts = /learner {4}learner {2}\S{23}\n.*superuser {2}captain {2}\S{23}\n/;

const readable = (text: string) => expect(text).not.toMatch(/\n\s+at |Error:/);

describe('the start', () => {
  it('names a wrong setting and what would be right', async () => {
    const { code, output } = await runServerToItsEnd({
      dataDir: folder.path,
      env: { PUBLIC_URL: 'learn.example.org' },
    });
    expect(code).toBe(1);
    expect(output).toContain('PUBLIC_URL is "learn.example.org".\nGive an origin such as https://learn.example.org');
    readable(output);
  });

  it('names a port that is in use, ends its database, and keeps the demo accounts for the next start', async () => {
    const blocker = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve));
    const dataDir = join(folder.path, 'port');
    const { code, output } = await runServerToItsEnd({ dataDir, port });
    blocker.close();
    expect(code).toBe(1);
    expect(output).toContain(`Port ${port} on 127.0.0.1 is in use.`);
    readable(output);
    await expect(readFile(join(dataDir, 'postgres/postmaster.pid'))).rejects.toThrow(/ENOENT/);
    const next = await startServer({ dataDir });
    await expect.poll(next.output, { timeout: 10_000 }).toMatch(demoAccounts);
    await next.stop();
  });

  it('names a data folder that cannot be written', async () => {
    const file = join(folder.path, 'file');
    await writeFile(file, 'in the way');
    const { code, output } = await runServerToItsEnd({ dataDir: join(file, 'data') });
    expect(code).toBe(1);
    expect(output).toMatch(
      /The data folder .*file\/data cannot be written \(ENOTDIR\)\.\nGive its owner write permission/,
    );
    readable(output);
  });

  it('names a database that cannot be reached, without its password', async () => {
    const databaseUrl = 'postgres://me:hunter2@127.0.0.1:1/nowhere';
    const { code, output } = await runServerToItsEnd({ dataDir: folder.path, databaseUrl });
    expect(code).toBe(1);
    expect(output).toContain('The database nowhere at 127.0.0.1:1 cannot be reached');
    expect(output).not.toContain('hunter2');
    readable(output);
  });

  it('shows the demo accounts once, and only once', async () => {
    const dataDir = join(folder.path, 'demo');
    const first = await startServer({ dataDir });
    await expect.poll(first.output, { timeout: 10_000 }).toMatch(demoAccounts);
    await first.stop();
    const second = await startServer({ dataDir });
    await expect.poll(second.output, { timeout: 10_000 }).toContain('Lost a password?');
    await second.stop();
    expect(second.output()).not.toContain('captain');
    expect(second.output()).toContain(`Data lies in       ${dataDir}`);
  });
});

describe('npm run import', () => {
  it('points at the line of a broken file and changes nothing', async () => {
    const platform = await startPlatform();
    const curriculum = join(folder.path, 'curriculum');
    await cp(join(projectRoot, 'curriculum'), curriculum, { recursive: true });
    const lesson = join(curriculum, 'foundations/first-light/03-adrift/01-adrift.md');
    await mkdir(join(lesson, '..'), { recursive: true });
    await writeFile(join(lesson, '../chapter.yaml'), 'id: ch-adrift\nname: Adrift\n');
    await writeFile(
      lesson,
      '---\nid: sub-adrift\nname: Adrift\nsummary: A lesson.\nminutes: 3\n---\n\nText.\n\n:::quizz[What?]{#q kind=single}\n- [x] Yes\n:::\n',
    );
    const before = await (await fetch(`${platform.url}/api/training/first-light`)).json();

    const run = spawnSync(process.execPath, ['dist/server/cli-import.js', curriculum, '--json'], {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: platform.databaseUrl, DATA_DIR: folder.path },
    });
    expect(run.status).toBe(1);
    const report = JSON.parse(run.stdout);
    expect(report.applied).toBe(false);
    expect(report.diagnostics).toEqual([
      expect.objectContaining({ severity: 'error', file: 'foundations/first-light/03-adrift/01-adrift.md', line: 10 }),
    ]);
    expect(await (await fetch(`${platform.url}/api/training/first-light`)).json()).toEqual(before);
    await platform.end();
  });

  it('shows a changed lesson at once on a server that runs', async () => {
    const platform = await startPlatform();
    const curriculum = join(folder.path, 'changed');
    await cp(join(projectRoot, 'curriculum'), curriculum, { recursive: true });
    const file = join(curriculum, 'foundations/first-light/training.yaml');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^name: .*$/m, 'name: Second Light'));
    const page = async () => (await fetch(`${platform.url}/courses/first-light`)).text();
    expect(await page()).toContain('First Light');

    const run = spawnSync(process.execPath, ['dist/server/cli-import.js', curriculum], {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: platform.databaseUrl, DATA_DIR: folder.path },
    });
    expect(run.stderr).toBe('');
    await expect.poll(page, { timeout: 10_000 }).toContain('Second Light');
    await platform.end();
  });
});
