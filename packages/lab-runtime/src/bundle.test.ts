import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleRunner } from './bundle.ts';
import type { LoadedLab } from './lab.ts';
import { gate, writeLab } from './repair/lab-fixtures.ts';

let lab: LoadedLab;
beforeAll(async () => {
  lab = await writeLab(gate, 'gate');
});
afterAll(() => rm(dirname(lab.dir), { recursive: true }));

it('bundles the tests and the exploit of a lab once, and again after a file that they import has changed', async () => {
  const cacheDir = join(lab.dir, '../cache');
  const bundle = () => bundleRunner(lab.dir, cacheDir);
  const first = await bundle();
  const { mtimeMs } = await stat(first);
  expect([await bundle(), (await stat(first)).mtimeMs]).toEqual([first, mtimeMs]);
  await writeFile(join(lab.dir, 'talk.ts'), "export const ask = async () => 'the changed helper';\n");
  const second = await bundle();
  expect(second).not.toBe(first);
  expect(await readFile(second, 'utf8')).toContain('the changed helper');
});
