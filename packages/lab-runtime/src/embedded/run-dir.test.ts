import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeWorkspaceLab } from '../testing/workspace-lab.ts';
import { createRunDir } from './run-dir.ts';
import { hasBubblewrap } from './testing.ts';

/* Checks what remains of a platform that was killed: no process, and its folder is removed when another one starts. */

// Beside the packages, so that the program below can import them
mkdirSync('.cache', { recursive: true });
const scratch = mkdtempSync(resolve('.cache', 'killed-'));
const lab = writeWorkspaceLab();
const program = join(scratch, 'platform.mjs');

// A folder for temporary files that no other test uses, because each test that starts a runtime removes abandoned
// folders
const temporary = mkdtempSync(join(tmpdir(), 'killed-'));
const { TMPDIR } = process.env;

beforeAll(async () => {
  process.env.TMPDIR = temporary;
  const contents = `
    import { createEmbeddedRuntime } from ${JSON.stringify(join(import.meta.dirname, 'driver.ts'))};
    const runtime = await createEmbeddedRuntime({ cacheDir: ${JSON.stringify(join(scratch, 'cache'))} });
    const workspace = { tools: [], home: 4, socket: '/lamp/lamp.sock' };
    const manifest = { slug: 'echo', risk: 'code-exec', serves: 'socket', workspace };
    const lab = await runtime.prepare({ dir: ${JSON.stringify(lab.dir)}, version: '1', manifest });
    const { ref, endpoint } = await runtime.start({ lab, flags: {} });
    const { stream } = await runtime.attachShell(ref, 1, { size: { columns: 80, rows: 24 }, from: null });
    // One ignores the hangup of its terminal, the other has no terminal any more
    stream.write("trap '' HUP INT TERM; (setsid sleep 1000 &); sleep 1000 & echo go$((40+2))\\n");
    let shown = '';
    stream.on('data', (chunk) => {
      shown += chunk;
      if (shown.includes('go42')) console.log(endpoint.path);
    });`;
  await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    outfile: program,
    logLevel: 'silent',
  });
});
afterAll(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  rmSync(temporary, { recursive: true });
  rmSync(scratch, { recursive: true });
  rmSync(lab.dir, { recursive: true });
});

/** Returns a process and all its descendants. */
function family(pid: number): number[] {
  const found = [pid];
  for (const one of found) {
    try {
      for (const thread of readdirSync(`/proc/${one}/task`)) {
        const children = readFileSync(`/proc/${one}/task/${thread}/children`, 'utf8');
        found.push(...children.split(' ').filter(Boolean).map(Number));
      }
    } catch {
      // It has ended meanwhile
    }
  }
  return found;
}
const lives = (pid: number) => {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  return stat !== '' && !/\) Z /.test(stat);
};

it.runIf(await hasBubblewrap())('leaves no process and no folder after a kill', async () => {
  const platform = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [path] = (await once(platform.stdout, 'data')) as [Buffer];
  const folder = join(
    tmpdir(),
    path
      .toString()
      .trim()
      .slice(tmpdir().length + 1)
      .split('/')[0] ?? '',
  );
  const all = family(platform.pid ?? 0);
  // The program and the workspace, each with bwrap; a shell, its terminal, and two that sleep
  expect(all.length).toBeGreaterThan(8);
  platform.kill('SIGKILL');
  await expect.poll(() => all.filter(lives)).toEqual([]);

  expect(existsSync(folder)).toBe(true);
  const next = await createRunDir();
  expect(existsSync(folder)).toBe(false);
  // The folder of a platform that runs is kept
  const neighbour = await createRunDir();
  expect(existsSync(next.path)).toBe(true);
  await next.remove();
  await neighbour.remove();
  expect([existsSync(next.path), existsSync(neighbour.path)]).toEqual([false, false]);
});

it('keeps folders that are new, and those with another name', async () => {
  const [old, fresh] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'hexlabs-'))) as [string, string];
  const file = join(tmpdir(), `hexlabs-file-${process.pid}`);
  writeFileSync(file, '');
  utimesSync(old, 1000, 1000);
  const dir = await createRunDir();
  expect([existsSync(old), existsSync(fresh), existsSync(file)]).toEqual([false, true, true]);
  await dir.remove();
  rmSync(fresh, { recursive: true });
  rmSync(file);
});
