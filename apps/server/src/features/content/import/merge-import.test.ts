import { fileOf } from '@hexpedition/curriculum/source/source-tree';
import { expect, it } from 'vitest';
import { type ImportedFile, type StoredFile, StoredSources } from '../sources/sources.read-model.ts';
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

it('returns a removed file to its place in the source, even if an author moved it before removing it', async () => {
  const path = 'web/t/02-answers/01-third.md';
  const moved: StoredFile = { pk: 1, path: 'web/t/01-requests/01-third.md', hash: null, size: 0, revision: 2 };
  const other: StoredFile = { pk: 2, path: 'web/t/01-requests/01-first.md', hash: lesson.hash, size: 1, revision: 1 };
  const imports: ImportedFile[] = [
    { source: 'bundle:ours', path, file_pk: 1, hash: lesson.hash },
    { source: 'bundle:ours', path: other.path, file_pk: 2, hash: lesson.hash },
  ];
  const files = new Map([other.path, path].map((one) => [one, lesson]));
  const { writes } = await mergeImport(new StoredSources([moved, other], imports), files, {
    source: 'bundle:ours',
    overwrite: true,
    textOf: async () => '',
    headsOf: async () => new Map(),
  });
  // At its last place, its number would be that of the first lesson.
  expect(writes.map(({ pk, path }) => [pk, path])).toEqual([[1, path]]);
});
