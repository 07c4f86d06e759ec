import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedRuntime, type LabRuntime } from '@hexpedition/lab-runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '#platform/paths';
import { checkLab } from './check-lab.ts';
import { newLab } from './new-lab.ts';
import { playLab } from './play-lab.ts';

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

it('a new lab works as it comes, and is refused twice', async () => {
  const dir = await newLab(root, 'paper-boat');
  const report = await checkLab(runtime, dir, join(root, 'cache'));
  expect(report).toMatchObject({ slug: 'paper-boat', flags: [{ id: 'flag', ok: true, what: 'found' }] });
  await expect(newLab(root, 'paper-boat')).rejects.toThrow('exists already');
  await expect(newLab(root, '../escape')).rejects.toThrow('is not a slug');
});

it.each(['app.ts', 'exploit.ts'])('%s of a new lab is formatted as npm run check wants it', async (file) => {
  const dir = await newLab(root, `boat-with-a-name-that-is-rather-long-${file.replace('.ts', '')}`);
  const input = await readFile(join(dir, file), 'utf8');
  const biome = join(projectRoot, 'node_modules/@biomejs/biome/bin/biome');
  const options = { cwd: projectRoot, input, encoding: 'utf8' } as const;
  expect(execFileSync(process.execPath, [biome, 'format', '--stdin-file-path', `labs/x/${file}`], options)).toBe(input);
});

it('an exploit that finds the wrong thing is told so', async () => {
  const dir = await newLab(root, 'sunk-boat');
  await writeFile(join(dir, 'exploit.ts'), `export default async () => ({ flag: 'flag{guess}' });`);
  const report = await checkLab(runtime, dir, join(root, 'cache'));
  expect(report.flags).toEqual([{ id: 'flag', ok: false, what: 'wrong: flag{guess}' }]);
  expect(await runtime.list()).toEqual([]);
});

it('a lab can be played without the platform', async () => {
  const dir = await newLab(root, 'toy-boat');
  const play = await playLab(runtime, dir);
  expect(await (await fetch(`${play.url}hidden`)).text()).toContain('flag{this-is-flag}');
  await play.stop();
  expect(await runtime.list()).toEqual([]);
});
