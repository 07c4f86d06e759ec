import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addChapter,
  addLesson,
  bringBack,
  type ChapterNode,
  editOf,
  moveChapter,
  moveLesson,
  placeLesson,
  renameLesson,
  withdrawLesson,
  withdrawnAfter,
} from './tree-moves.ts';

const tree = (...chapters: string[]): ChapterNode[] =>
  chapters.map((lessons, i) => ({
    ...{ id: `ch-${i}`, slug: `ch-${i}`, name: `Chapter ${i}` },
    subchapters: [...lessons].map((name) => ({
      ...{ id: `sub-${name}`, slug: name, name, state: 'published' as const, revision: 1 },
      ...{ mine: false, others: [], scheduled_at: null },
    })),
  }));
const drawn = (chapters: readonly ChapterNode[]) =>
  chapters.map(({ subchapters }) => subchapters.map(({ name }) => name).join('')).join(' ');

test('a lesson moves inside of its chapter, and at its end into the next one', () => {
  expect(drawn(moveLesson(tree('abc', 'd'), 'sub-b', -1))).toBe('bac d');
  expect(drawn(moveLesson(tree('abc', 'd'), 'sub-c', 1))).toBe('ab cd');
  expect(drawn(moveLesson(tree('abc', 'd'), 'sub-d', -1))).toBe('abcd ');
  expect(drawn(moveLesson(tree('abc', 'd'), 'sub-a', -1))).toBe('abc d');
  expect(drawn(placeLesson(tree('abc', 'de'), 'sub-a', 'ch-1', 1))).toBe('bc dae');
});

test('chapters move with their lessons', () => {
  expect(drawn(moveChapter(tree('ab', 'c', 'd'), 'ch-0', 1))).toBe('c ab d');
  expect(drawn(moveChapter(tree('ab', 'c', 'd'), 'ch-2', 1))).toBe('ab c d');
});

test('however lessons are moved, none is lost or doubled', () => {
  const moves = fc.array(fc.tuple(fc.constantFrom(...'abcdef'), fc.constantFrom(-1 as const, 1 as const)));
  fc.assert(
    fc.property(moves, (list) => {
      const end = list.reduce((now, [name, step]) => moveLesson(now, `sub-${name}`, step), tree('abc', '', 'def'));
      expect([...drawn(end).replaceAll(' ', '')].toSorted().join('')).toBe('abcdef');
    }),
  );
});

test('the server is told the order without what is withdrawn, and with what comes back', () => {
  const before = { etag: '', chapters: tree('ab', 'c'), withdrawn: [] };
  const after = withdrawLesson(before.chapters, 'sub-b');
  const { chapters, subchapters } = editOf(after);
  expect(chapters.map(({ id }) => id)).toEqual(['ch-0', 'ch-1']);
  expect(subchapters.map(({ id, chapter }) => [id, chapter])).toEqual([
    ['sub-a', 'ch-0'],
    ['sub-c', 'ch-1'],
  ]);
  const withdrawn = withdrawnAfter(before, after);
  expect(withdrawn.map(({ id }) => id)).toEqual(['sub-b']);
  const again = withdrawn.reduce(bringBack, after);
  expect(drawn(again)).toBe('a cb');
  expect(withdrawnAfter({ etag: '', chapters: after, withdrawn }, again)).toEqual([]);
});

test('what is new gets an id of its own, which a rename keeps', () => {
  const grown = addLesson(addChapter(tree('a'), { slug: 'next', name: 'Next' }), 'ch-0', { slug: 'b', name: 'B' });
  expect(grown[1]?.id).toMatch(/^ch-next-[0-9a-f]{6}$/);
  const id = grown[0]?.subchapters[1]?.id ?? '';
  expect(id).toMatch(/^sub-b-[0-9a-f]{6}$/);
  const renamed = renameLesson(grown, id, { slug: 'c', name: 'C' });
  expect(renamed[0]?.subchapters[1]).toMatchObject({ id, slug: 'c', name: 'C', state: 'draft' });
});
