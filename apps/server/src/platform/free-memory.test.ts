import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freeMemory } from './free-memory.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cgroup-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function cgroup(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

it('is the memory of the machine outside of containers', () => {
  expect(freeMemory(join(folder, 'missing'), 5_000)).toBe(5_000);
});

it('is what the limit of the container leaves, without cached files', async () => {
  await cgroup({ 'memory.max': '1000\n', 'memory.current': '900\n', 'memory.stat': 'anon 600\ninactive_file 250\n' });
  expect(freeMemory(folder, 5_000)).toBe(350);
});

it('is never more than the machine has', async () => {
  await cgroup({ 'memory.max': '9000\n', 'memory.current': '900\n' });
  expect(freeMemory(folder, 5_000)).toBe(5_000);
});

it('is the memory of the machine in a container without a limit', async () => {
  await cgroup({ 'memory.max': 'max\n' });
  expect(freeMemory(folder, 5_000)).toBe(5_000);
});
