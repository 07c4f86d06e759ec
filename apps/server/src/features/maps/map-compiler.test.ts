import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { MapDocument } from '@hexpedition/contract';
import { validFiles } from '@hexpedition/curriculum/testing/curriculum-files';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '#platform/errors';
import { type CompileTask, compileInProcess } from './compile-in-process.ts';
import { createMapCompiler } from './map-compiler.ts';

let folder: string;
let script: URL;
/** Builds the worker as `npm run build` does: Node cannot run TypeScript, and the last build may be outdated. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexpedition-compiler-'));
  const outfile = join(folder, 'compile.worker.mjs');
  const source = fileURLToPath(new URL('./compile.worker.ts', import.meta.url));
  await build({ entryPoints: [source], outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20' });
  script = pathToFileURL(outfile);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function taskOf(change: (map: MapDocument) => void = () => {}): CompileTask {
  const document = JSON.parse(validFiles()['map.json'] ?? '') as MapDocument;
  change(document);
  const all = document.continents.flatMap(({ slug, trainings }) => trainings.map((one) => [one.slug, slug] as const));
  const labs = document.continents.flatMap((one) => one.labs.map(({ slug }) => slug));
  const continents = new Map(all);
  return { document, known: { trainings: [...continents.keys()], labs, continents } };
}

it('returns the same result in a thread as in process, for valid and invalid maps', async () => {
  const compile = createMapCompiler(script);
  const [good, faulty] = [
    taskOf(),
    taskOf((map) => {
      map.recommended_start = 'training:nowhere';
    }),
  ];
  expect(await compile(good)).toEqual(compileInProcess(good));
  expect(compileInProcess(good).compiled).toContain('"continents"');
  expect(await compile(faulty)).toEqual(compileInProcess(faulty));
  expect(compileInProcess(faulty)).toMatchObject({ compiled: null, issues: [{ code: 'missing_start' }] });
});

it('keeps the field that nodes of 0.2.0 require during a rolling update', () => {
  const { continents } = JSON.parse(compileInProcess(taskOf()).compiled ?? '') as { continents: { land?: unknown }[] };
  expect(continents.length).toBeGreaterThan(0);
  for (const { land } of continents) expect(land).toBe('');
});

it('reports a map that takes too long', async () => {
  const slow = createMapCompiler(script, 0.001)(taskOf());
  await expect(slow).rejects.toThrow(/takes longer than .* Shorten its paths/);
  await expect(slow).rejects.toBeInstanceOf(AppError);
});
