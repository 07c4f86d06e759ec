import { fileOf } from '@hexpedition/curriculum/source/source-tree';
import { describe, expect, it } from 'vitest';
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

describe('a removed file that the import brings again', () => {
  const source = 'bundle:ours';
  const path = 'web/t/02-answers/01-third.md';
  const stored = (pk: number, at: string, hash: string | null): StoredFile => ({
    pk,
    path: at,
    hash,
    size: 1,
    revision: 1,
  });
  const third = stored(1, 'web/t/01-requests/01-third.md', null);

  /**
   * Imports files again with overwriting.
   * @param files stored files with their paths in the source
   * @param own files that authors have added
   */
  async function importAgain(files: [StoredFile, string][], own: StoredFile[] = []) {
    const imports = files.map(([{ pk }, at]): ImportedFile => ({ source, path: at, file_pk: pk, hash: lesson.hash }));
    const sources = new StoredSources([...files.map(([file]) => file), ...own], imports);
    const { writes } = await mergeImport(sources, new Map(files.map(([, at]) => [at, lesson])), {
      ...{ source, overwrite: true },
      textOf: async () => '',
      headsOf: async () => new Map(),
    });
    return writes.map(({ pk, path }) => [pk, path]);
  }

  it('returns to its place in the source, even if an author moved it before removing it', async () => {
    // The author had moved it to the number of this lesson.
    const first = stored(2, 'web/t/01-requests/01-first.md', lesson.hash);
    expect(
      await importAgain([
        [first, first.path],
        [third, path],
      ]),
    ).toEqual([[1, path]]);
  });

  it('returns to the present folder of its chapter if an author moved the chapter', async () => {
    const chapter = stored(2, 'web/t/05-answers/chapter.yaml', lesson.hash);
    const files: [StoredFile, string][] = [
      [chapter, 'web/t/02-answers/chapter.yaml'],
      [third, path],
    ];
    expect(await importAgain(files)).toEqual([[1, 'web/t/05-answers/01-third.md']]);
  });

  it('gets another number if an author has used its number for another file', async () => {
    const own = stored(2, 'web/t/02-answers/01-own.md', lesson.hash);
    expect(await importAgain([[third, path]], [own])).toEqual([[1, 'web/t/02-answers/02-third.md']]);
  });
});
