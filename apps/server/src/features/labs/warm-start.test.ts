import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectRoot } from '#platform/paths';
import { createLabCatalog } from './lab-catalog.ts';
import { createFakeRuntime } from './testing.ts';
import { buildAllLabs } from './warm-start.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'warm-'));
  await cp(join(projectRoot, 'labs/tide-table'), join(folder, 'tide-table'), { recursive: true });
  await cp(join(projectRoot, 'labs/lost-luggage'), join(folder, 'lost-luggage'), { recursive: true });
  await mkdir(join(folder, 'broken'));
  await writeFile(join(folder, 'broken', 'lab.yaml'), 'slug: [');
});
afterEach(() => rm(folder, { recursive: true }));

it('builds all labs one after the other, and logs which cannot be built', async () => {
  const runtime = createFakeRuntime();
  const prepared: string[] = [];
  const prepare = runtime.prepare;
  let running = 0;
  runtime.prepare = async (lab) => {
    expect(++running).toBe(1);
    const build = await prepare(lab);
    prepared.push(lab.manifest.slug);
    running--;
    return build;
  };
  const catalog = createLabCatalog(folder, async () => runtime);
  const logged: string[] = [];
  const log = (message: string) => logged.push(message);
  await buildAllLabs({ catalog, log, signal: new AbortController().signal });
  expect(prepared).toEqual(['lost-luggage', 'tide-table']);
  expect(logged).toEqual([expect.stringMatching(/^the lab broken cannot be built: /)]);
  // Starting one now does not build it again.
  await catalog.prepare('tide-table');
  expect(prepared).toHaveLength(2);
});

it('stops when the signal is aborted', async () => {
  const catalog = createLabCatalog(folder, async () => createFakeRuntime());
  const logged: string[] = [];
  await buildAllLabs({ catalog, log: (message) => logged.push(message), signal: AbortSignal.abort() });
  expect(logged).toEqual([]);
});
