import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { checkLab, createEmbeddedRuntime, type LabRuntime } from '@hexpedition/lab-runtime';
import { hasBubblewrap } from '@hexpedition/lab-runtime/embedded/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#platform/paths';
import type { ScaffoldOptions } from './lab-templates.ts';
import { playLab } from './play-lab.ts';
import { scaffoldLab } from './scaffold-lab.ts';

let root: string;
let runtime: LabRuntime;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'authoring-'));
  // Labs import the kit from the checkout's node_modules.
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  runtime = await createEmbeddedRuntime({ cacheDir: join(root, 'cache') });
});
afterAll(async () => {
  await runtime.close();
  await rm(root, { recursive: true });
});

const hasSandbox = await hasBubblewrap();
const kinds: [string, ScaffoldOptions][] = [
  ['a page', {}],
  ['a page with a repair', { repair: true }],
  ['a workspace', { workspace: true }],
  ['a workspace with a repair', { workspace: true, repair: true }],
];

describe.each(kinds)('a new lab with %s', (what, options) => {
  const slug = `${what.replaceAll(' ', '-')}-with-a-name-that-is-rather-long`;
  let dir: string;
  beforeAll(async () => {
    dir = await scaffoldLab(root, slug, options);
  });

  it.runIf(what === 'a page' || hasSandbox)(
    'passes the lab check unchanged',
    async () => {
      const { checks } = await checkLab(runtime, dir, join(root, 'cache'));
      expect(checks.filter((one) => !one.ok)).toEqual([]);
      expect(checks).toHaveLength(options.repair ? 6 : 1);
      expect(await runtime.list()).toEqual([]);
    },
    60_000,
  );

  it('passes the formatter of npm run check', async () => {
    const biome = join(projectRoot, 'node_modules/@biomejs/biome/bin/biome');
    const sources = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.ts'));
    for (const file of sources) {
      const input = await readFile(join(dir, file), 'utf8');
      const options = { cwd: projectRoot, input, encoding: 'utf8' } as const;
      const path = `labs/x/${file}`;
      expect(execFileSync(process.execPath, [biome, 'check', '--write', '--stdin-file-path', path], options)).toBe(
        input,
      );
    }
  });
});

it('rejects an existing folder and an invalid slug', async () => {
  await scaffoldLab(root, 'paper-boat');
  await expect(scaffoldLab(root, 'paper-boat')).rejects.toThrow('already exists');
  await expect(scaffoldLab(root, '../escape')).rejects.toThrow('is not a slug');
});

it.runIf(hasSandbox)(
  'reports false fixes that are accepted or do not build',
  async () => {
    const dir = await scaffoldLab(root, 'leaky-boat', { repair: true });
    const patch = (change: string) => `This would be a false fix if it did not fix the program.
--- a/password.ts
+++ b/password.ts
@@ -2,3 +2,3 @@
 export function isPassword(word: string): boolean {
-  return 'lantern'.startsWith(word);
+  return ${change};
 }
`;
    await writeFile(join(dir, 'false-fixes/a-right-fix.patch'), patch(`word === 'lantern'`));
    await writeFile(join(dir, 'false-fixes/no-program.patch'), patch('word ==='));
    const { checks, falseFixes } = await checkLab(runtime, dir, join(root, 'cache'));
    expect(falseFixes).toEqual({ total: 3, refused: 1 });
    expect(checks.filter((one) => !one.ok).map((one) => one.what)).toEqual([
      expect.stringContaining('false fix a-right-fix is accepted'),
      expect.stringContaining('false fix no-program does not build'),
    ]);
  },
  60_000,
);

it('reports an exploit that returns a wrong flag', async () => {
  const dir = await scaffoldLab(root, 'sunk-boat');
  await writeFile(join(dir, 'exploit.ts'), `export default async () => ({ flag: 'flag{guess}' });`);
  const report = await checkLab(runtime, dir, join(root, 'cache'));
  expect(report.checks).toEqual([{ id: 'flag', ok: false, what: 'wrong: flag{guess}' }]);
  expect(await runtime.list()).toEqual([]);
});

it.runIf(hasSandbox)('the check fails if the exploit still works on the reference solution', async () => {
  const dir = await scaffoldLab(root, 'leaking-boat', { repair: true });
  const patch = join(dir, 'solution.patch');
  await writeFile(
    patch,
    (await readFile(patch, 'utf8')).replace(
      `+  return word === 'lantern'`,
      `+  return 'lantern'.startsWith(word) || false`,
    ),
  );
  const { checks } = await checkLab(runtime, dir, join(root, 'cache'));
  expect(checks.filter((one) => !one.ok).map((one) => one.what)).toEqual([
    'the exploit works on the reference solution',
  ]);
});

it.runIf(hasSandbox)('names the package to install when a tool of the lab is missing', async () => {
  const dir = await scaffoldLab(root, 'far-boat', { workspace: true });
  const file = join(dir, 'lab.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replace('tools: [gcc, python3] #', 'tools: [frobnicate] #'));
  await expect(checkLab(runtime, dir, join(root, 'cache'))).rejects.toThrow('install the package frobnicate');
});

it('plays a lab without the platform', async () => {
  const dir = await scaffoldLab(root, 'toy-boat');
  const play = await playLab(runtime, dir);
  expect(await (await fetch(`${play.url}hidden`)).text()).toContain('flag{this-is-flag}');
  expect(play.attach).toBeNull();
  await play.stop();
  expect(await runtime.list()).toEqual([]);
});

describe.runIf(hasSandbox)('playing a lab with a workspace', () => {
  /** A local terminal that the test types into. */
  function localTerminal() {
    const modes: boolean[] = [];
    const input = Object.assign(new PassThrough(), { setRawMode: (raw: boolean) => modes.push(raw) });
    const output = Object.assign(new PassThrough(), { columns: 91, rows: 31 });
    let shown = '';
    output.on('data', (text: Buffer) => {
      shown += text.toString();
    });
    return { input, output, modes, shown: () => shown };
  }

  it('connects the shell to the author’s terminal until Ctrl+]', async () => {
    const dir = await scaffoldLab(root, 'wooden-boat', { workspace: true });
    const play = await playLab(runtime, dir);
    expect(play.url).toBeNull();
    const one = localTerminal();
    const left = play.attach?.(one);
    one.input.write('stty size; echo $((6 * 7))-is-it; ls\n');
    await expect.poll(one.shown).toContain('42-is-it');
    expect(one.shown()).toContain('31 91');
    await expect.poll(one.shown).toContain('talk.py');
    Object.assign(one.output, { columns: 70, rows: 20 }).emit('resize');
    await expect
      .poll(() => {
        one.input.write('stty size\n');
        return one.shown();
      })
      .toContain('20 70');
    one.input.write(Buffer.from([0x1d]));
    await left;
    expect(one.modes).toEqual([true, false]);

    const other = localTerminal();
    const exited = play.attach?.(other);
    other.input.end('echo over-and-out\n');
    await exited;
    expect(other.shown()).toContain('over-and-out');
    await play.stop();
    expect(await runtime.list()).toEqual([]);
  });
});
