import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findLabs, loadLab } from '@hexpedition/lab-runtime';
import { describe, expect, it } from 'vitest';

/* What can be seen in the folder of each lab. `npm run test:curriculum` starts, attacks, cures and visits them all. */

const folders = await findLabs(import.meta.dirname);

describe.each(folders.map((dir) => [basename(dir), dir]))('%s', (_, dir) => {
  it('does not give itself away in its briefing', async () => {
    const { briefing, manifest } = await loadLab(dir);
    expect(briefing).not.toMatch(/IDOR|injection|ownership|eval|new Function/i);
    for (const { id } of manifest.flags) {
      const costs = manifest.hints.filter((hint) => hint.flag === id).map((hint) => hint.cost);
      expect(costs).toEqual([...costs].sort((a, b) => a - b));
    }
  });

  it('starts a process or a thread of its own only where it runs in a sandbox', async () => {
    const { manifest } = await loadLab(dir);
    const names = (await readdir(dir)).filter((name) => name.endsWith('.ts') && name !== 'exploit.ts');
    const sources = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
    const starts = sources.some((source) => /'node:(child_process|worker_threads|cluster)'/.test(source));
    expect(starts ? manifest.risk : 'code-exec').toBe('code-exec');
  });

  it('does not point to its hole in the sources that are to be repaired', async () => {
    const { manifest } = await loadLab(dir);
    for (const name of manifest.repair?.files ?? []) {
      expect(await readFile(join(dir, name), 'utf8')).not.toMatch(/the hole|vulnerab|insecure|TODO|FIXME/i);
    }
  });
});
