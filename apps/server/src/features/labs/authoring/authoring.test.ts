import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { checkLab, createEmbeddedRuntime, type LabRuntime } from '@hexpedition/lab-runtime';
import { hasBubblewrap } from '@hexpedition/lab-runtime/embedded/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#platform/paths';
import { newLab } from './new-lab.ts';
import { playLab } from './play-lab.ts';
import type { NewLab } from './templates.ts';

let root: string;
let runtime: LabRuntime;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'authoring-'));
  // Labs find the kit as everything in the checkout finds its packages
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  runtime = await createEmbeddedRuntime({ cacheDir: join(root, 'cache') });
});
afterAll(async () => {
  await runtime.close();
  await rm(root, { recursive: true });
});

const hasSandbox = await hasBubblewrap();
const kinds: [string, NewLab][] = [
  ['a page', {}],
  ['a page with a repair', { repair: true }],
  ['a workspace', { workspace: true }],
  ['a workspace with a repair', { workspace: true, repair: true }],
];

describe.each(kinds)('a new lab with %s', (what, wanted) => {
  const slug = `${what.replaceAll(' ', '-')}-with-a-name-that-is-rather-long`;
  let dir: string;
  beforeAll(async () => {
    dir = await newLab(root, slug, wanted);
  });

  it.runIf(what === 'a page' || hasSandbox)(
    'works as it comes',
    async () => {
      const { checks } = await checkLab(runtime, dir, join(root, 'cache'));
      expect(checks.filter((one) => !one.ok)).toEqual([]);
      expect(checks).toHaveLength(wanted.repair ? 5 : 1);
      expect(await runtime.list()).toEqual([]);
    },
    60_000,
  );

  it('is formatted as npm run check wants it', async () => {
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

it('a new lab is refused twice, and where its slug is none', async () => {
  await newLab(root, 'paper-boat');
  await expect(newLab(root, 'paper-boat')).rejects.toThrow('exists already');
  await expect(newLab(root, '../escape')).rejects.toThrow('is not a slug');
});

it('an exploit that finds the wrong thing is told so', async () => {
  const dir = await newLab(root, 'sunk-boat');
  await writeFile(join(dir, 'exploit.ts'), `export default async () => ({ flag: 'flag{guess}' });`);
  const report = await checkLab(runtime, dir, join(root, 'cache'));
  expect(report.checks).toEqual([{ id: 'flag', ok: false, what: 'wrong: flag{guess}' }]);
  expect(await runtime.list()).toEqual([]);
});

it.runIf(hasSandbox)('the check fails if the reference solution leaves the hole open', async () => {
  const dir = await newLab(root, 'leaking-boat', { repair: true });
  const patch = join(dir, 'solution.patch');
  await writeFile(patch, (await readFile(patch, 'utf8')).replace(`+  return word === 'lantern'`, '+  return true'));
  const { checks } = await checkLab(runtime, dir, join(root, 'cache'));
  expect(checks.filter((one) => !one.ok).map((one) => one.what)).toEqual([
    'the exploit works on the reference solution',
  ]);
});

it.runIf(hasSandbox)('a lab whose tools are missing here is told which package to install', async () => {
  const dir = await newLab(root, 'far-boat', { workspace: true });
  const file = join(dir, 'lab.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replace('tools: [gcc, python3] #', 'tools: [frobnicate] #'));
  await expect(checkLab(runtime, dir, join(root, 'cache'))).rejects.toThrow('install the package frobnicate');
});

it('a lab can be played without the platform', async () => {
  const dir = await newLab(root, 'toy-boat');
  const play = await playLab(runtime, dir);
  expect(await (await fetch(`${play.url}hidden`)).text()).toContain('flag{this-is-flag}');
  expect(play.attach).toBeNull();
  await play.stop();
  expect(await runtime.list()).toEqual([]);
});

describe.runIf(hasSandbox)('a workspace that is played', () => {
  /** A screen on which a test types. */
  function screen() {
    const modes: boolean[] = [];
    const input = Object.assign(new PassThrough(), { setRawMode: (raw: boolean) => modes.push(raw) });
    const output = Object.assign(new PassThrough(), { columns: 91, rows: 31 });
    let shown = '';
    output.on('data', (text: Buffer) => {
      shown += text.toString();
    });
    return { input, output, modes, shown: () => shown };
  }

  it('has its shell on the terminal of its author until Ctrl+]', async () => {
    const dir = await newLab(root, 'wooden-boat', { workspace: true });
    const play = await playLab(runtime, dir);
    expect(play.url).toBeNull();
    const one = screen();
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

    const other = screen();
    const exited = play.attach?.(other);
    other.input.end('echo over-and-out\n');
    await exited;
    expect(other.shown()).toContain('over-and-out');
    await play.stop();
    expect(await runtime.list()).toEqual([]);
  });
});
