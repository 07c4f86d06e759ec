import { fileOf } from '@hexpedition/curriculum/source/source-tree';
import { expect, it } from 'vitest';
import { type StoredFile, StoredSources } from '../sources/sources.read-model.ts';
import { mergeImport } from './merge-import.ts';

const lesson = fileOf(Buffer.from('---\nid: sub-x\n---\n'));
const pathOf = (n: number, name: string) =>
  `web/t${Math.floor(n / 100)}/01-all/${String((n % 100) + 1).padStart(2, '0')}-${name}-${n}.md`;
/** Quadratic comparisons would take minutes, which the time limit of a test does not allow. */
const manyFiles = 40_000;

it('merges a bundle with forty thousand existing files in its folders in linear time', async () => {
  const files: StoredFile[] = Array.from({ length: manyFiles }, (_, n) => {
    return { pk: n + 1, path: pathOf(n, 'theirs'), hash: 'a'.repeat(64), size: 1, revision: 1 };
  });
  const incoming = new Map(Array.from({ length: manyFiles }, (_, n) => [pathOf(n, 'ours'), lesson]));
  const { writes } = await mergeImport(new StoredSources(files, []), incoming, {
    source: 'bundle:ours',
    overwrite: false,
    textOf: async () => '',
    headsOf: async () => new Map(),
  });
  expect(writes).toHaveLength(manyFiles);
  // Existing files use these numbers, so the new files follow, in order.
  expect(writes.slice(0, 2).map(({ path }) => path)).toEqual([
    'web/t0/01-all/101-ours-0.md',
    'web/t0/01-all/102-ours-1.md',
  ]);
});
