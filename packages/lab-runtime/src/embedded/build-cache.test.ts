import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cachedBuild } from './build-cache.ts';

let folder: string;
let cache: string;
let builds: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'built-once-'));
  cache = join(folder, 'cache');
  builds = 0;
  await write('kit.ts', 'kit');
  await write('node_modules/@sea/charts/package.json', '{"version":"1.0.0"}');
  await write('node_modules/@sea/charts/lib/deep.js', 'one');
});
afterEach(() => rm(folder, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), text);
}

const build = (name = 'lab-of-1') =>
  cachedBuild(cache, name, async (inputs) => {
    for (const path of ['kit.ts', 'node_modules/@sea/charts/lib/deep.js']) inputs.add(join(folder, path));
    const made = join(cache, `made-${++builds}`);
    await mkdir(made, { recursive: true });
    return made;
  });

it('builds once while its inputs are unchanged', async () => {
  expect([await build(), await build(), builds]).toEqual([join(cache, 'made-1'), join(cache, 'made-1'), 1]);
  expect(await build('lab-of-2')).toBe(join(cache, 'made-2'));
});

it.each([
  ['a source has changed', () => write('kit.ts', 'another kit')],
  ['a source was deleted', () => rm(join(folder, 'kit.ts'))],
  [
    'a package was installed in another version',
    () => write('node_modules/@sea/charts/package.json', '{"version":"1.10.0"}'),
  ],
  ['the build was deleted', () => rm(join(cache, 'made-1'), { recursive: true })],
  ['the record of the build is truncated', () => writeFile(join(cache, 'lab-of-1.json'), '{"folder":')],
  ['the record of the build is empty', () => writeFile(join(cache, 'lab-of-1.json'), '{}')],
  ['it was built by another builder', () => writeFile(join(cache, 'lab-of-1.json'), '{"folder":"made-1","inputs":{}}')],
])('builds again if %s', async (_, change) => {
  await build();
  await change();
  expect([await build(), await build()]).toEqual([join(cache, 'made-2'), join(cache, 'made-2')]);
});

it('accepts several calls at once', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => build()));
  expect(made).toContain(await build());
});

it('records nothing for a build that failed', async () => {
  const fails = cachedBuild(cache, 'lab-of-1', async () => Promise.reject(new Error('does not compile')));
  await expect(fails).rejects.toThrow('does not compile');
  expect(await build()).toBe(join(cache, 'made-1'));
});
