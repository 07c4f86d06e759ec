import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { findLabs, loadLab } from '@hexpedition/lab-runtime';
import { describe, expect, it } from 'vitest';

/* Checks the files of each lab. `npm run test:curriculum` also starts, attacks and visits each lab. */

const folders = await findLabs(import.meta.dirname);

/** Reads source files, and the files of `shared/` that they import. */
async function readWithShared(files: string[]): Promise<string[]> {
  const sources = new Map<string, string>();
  const queue = [...files];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (sources.has(file)) continue;
    const source = await readFile(file, 'utf8');
    sources.set(file, source);
    for (const [, path = ''] of source.matchAll(/from '(\.[^']+\.ts)'/g)) {
      const imported = join(dirname(file), path);
      if (imported.startsWith(join(import.meta.dirname, 'shared/'))) queue.push(imported);
    }
  }
  return [...sources.values()];
}

describe.each(folders.map((dir) => [basename(dir), dir]))('%s', (_, dir) => {
  it('names its techniques for the search', async () => {
    expect((await loadLab(dir)).manifest.tags).not.toEqual([]);
  });

  it('does not name the vulnerability in its briefing, and orders hints by cost', async () => {
    const { briefing, manifest } = await loadLab(dir);
    expect(briefing).not.toMatch(/IDOR|injection|ownership|eval|new Function/i);
    for (const { id } of manifest.flags) {
      const costs = manifest.hints.filter((hint) => hint.flag === id).map((hint) => hint.cost);
      expect(costs).toEqual([...costs].sort((a, b) => a - b));
    }
  });

  it('starts processes and threads only if its risk is code-exec', async () => {
    const { manifest } = await loadLab(dir);
    const names = (await readdir(dir)).filter((name) => name.endsWith('.ts') && name !== 'exploit.ts');
    const sources = await readWithShared(names.map((name) => join(dir, name)));
    const starts = sources.some((source) => /'node:(child_process|worker_threads|cluster)'/.test(source));
    expect(starts ? manifest.risk : 'code-exec').toBe('code-exec');
  });

  it('has three to eight false fixes if it has a repair', async () => {
    const { manifest, falseFixes } = await loadLab(dir);
    const [least, most] = manifest.repair ? [3, 8] : [0, 0];
    expect(falseFixes.length).toBeGreaterThanOrEqual(least);
    expect(falseFixes.length).toBeLessThanOrEqual(most);
  });

  it('does not mention the hole in the sources that learners repair', async () => {
    const { manifest } = await loadLab(dir);
    for (const name of manifest.repair?.files ?? []) {
      expect(await readFile(join(dir, name), 'utf8')).not.toMatch(/the hole|vulnerab|insecure|TODO|FIXME/i);
    }
  });
});
