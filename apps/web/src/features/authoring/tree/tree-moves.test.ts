import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addChapter,
  addLesson,
  type ChapterNode,
  moveChapter,
  moveLesson,
  placeLesson,
  renameLesson,
  restoreLesson,
  toTrainingEdit,
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
const rendered = (chapters: readonly ChapterNode[]) =>
  chapters.map(({ subchapters }) => subchapters.map(({ name }) => name).join('')).join(' ');

test('moves a lesson within its chapter, and past the end of it into the next chapter', () => {
  expect(rendered(moveLesson(tree('abc', 'd'), 'sub-b', -1))).toBe('bac d');
  expect(rendered(moveLesson(tree('abc', 'd'), 'sub-c', 1))).toBe('ab cd');
  expect(rendered(moveLesson(tree('abc', 'd'), 'sub-d', -1))).toBe('abcd ');
  expect(rendered(moveLesson(tree('abc', 'd'), 'sub-a', -1))).toBe('abc d');
  expect(rendered(placeLesson(tree('abc', 'de'), 'sub-a', 'ch-1', 1))).toBe('bc dae');
});

test('moves chapters with their lessons', () => {
  expect(rendered(moveChapter(tree('ab', 'c', 'd'), 'ch-0', 1))).toBe('c ab d');
  expect(rendered(moveChapter(tree('ab', 'c', 'd'), 'ch-2', 1))).toBe('ab c d');
});

test('never loses or duplicates a lesson in any sequence of moves', () => {
  const moves = fc.array(fc.tuple(fc.constantFrom(...'abcdef'), fc.constantFrom(-1 as const, 1 as const)));
  fc.assert(
    fc.property(moves, (list) => {
      const end = list.reduce((now, [name, step]) => moveLesson(now, `sub-${name}`, step), tree('abc', '', 'def'));
      expect([...rendered(end).replaceAll(' ', '')].toSorted().join('')).toBe('abcdef');
    }),
  );
});

test('sends the order without withdrawn lessons, and with restored ones', () => {
  const before = { etag: '', chapters: tree('ab', 'c'), withdrawn: [] };
  const after = withdrawLesson(before.chapters, 'sub-b');
  const { chapters, subchapters } = toTrainingEdit(after);
  expect(chapters.map(({ id }) => id)).toEqual(['ch-0', 'ch-1']);
  expect(subchapters.map(({ id, chapter }) => [id, chapter])).toEqual([
    ['sub-a', 'ch-0'],
    ['sub-c', 'ch-1'],
  ]);
  const withdrawn = withdrawnAfter(before, after);
  expect(withdrawn.map(({ id }) => id)).toEqual(['sub-b']);
  const restored = withdrawn.reduce(restoreLesson, after);
  expect(rendered(restored)).toBe('a cb');
  expect(withdrawnAfter({ etag: '', chapters: after, withdrawn }, restored)).toEqual([]);
});

test('gives new chapters and lessons a unique id that a rename keeps', () => {
  const extended = addLesson(addChapter(tree('a'), { slug: 'next', name: 'Next' }), 'ch-0', { slug: 'b', name: 'B' });
  expect(extended[1]?.id).toMatch(/^ch-next-[0-9a-f]{6}$/);
  const id = extended[0]?.subchapters[1]?.id ?? '';
  expect(id).toMatch(/^sub-b-[0-9a-f]{6}$/);
  const renamed = renameLesson(extended, id, { slug: 'c', name: 'C' });
  expect(renamed[0]?.subchapters[1]).toMatchObject({ id, slug: 'c', name: 'C', state: 'draft' });
});
