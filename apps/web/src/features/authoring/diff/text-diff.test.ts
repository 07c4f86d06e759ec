import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changedLines,
  conflictsOf,
  countChanges,
  diffHunks,
  diffLines,
  mergeTexts,
  resolveMerge,
} from './text-diff.ts';

const text = (...lines: string[]) => lines.join('\n');
const rendered = (before: string, after: string) =>
  diffLines(before, after).map(
    ({ kind, number, pieces }) =>
      `${kind} ${number} ${pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')}`,
  );

test('marks changed lines, and the changed words within a line', () => {
  expect(rendered(text('one', 'a red boat', 'three'), text('one', 'a blue boat', 'three', 'four'))).toEqual([
    'same 1 one',
    'gone 2 a [red] boat',
    'new 2 a [blue] boat',
    'same 3 three',
    'new 4 [four]',
  ]);
  expect(changedLines(text('a', 'b'), text('a', 'c', 'b'))).toEqual([2]);
  expect(countChanges('a', 'a')).toBe(0);
});

test('hunks hold only the lines around a change', () => {
  const lines = Array.from({ length: 20 }, (_, i) => String(i));
  const hunks = diffHunks(diffLines(text(...lines), text(...lines.with(3, 'x').with(15, 'y'))));
  expect(hunks.map((hunk) => hunk.map(({ number }) => number))).toEqual([
    [2, 3, 4, 4, 5, 6],
    [14, 15, 16, 16, 17, 18],
  ]);
});

const base = text('one', 'two', 'three', 'four', 'five');

test('merges changes that only one side made', () => {
  const merged = mergeTexts(base, text('ONE', 'two', 'three', 'four', 'five'), text('one', 'two', 'three', 'four'));
  expect(conflictsOf(merged)).toEqual([]);
  expect(resolveMerge(merged, new Map())).toBe(text('ONE', 'two', 'three', 'four'));
});

test('reports a place that both sides changed as a conflict, and resolves it by choice', () => {
  const merged = mergeTexts(base, base.replace('three', 'drei'), base.replace('three', 'trois'));
  expect(conflictsOf(merged)).toEqual([{ base: ['three'], theirs: ['drei'], mine: ['trois'] }]);
  expect(resolveMerge(merged, new Map())).toBe(base.replace('three', 'trois'));
  expect(resolveMerge(merged, new Map([[0, 'theirs']]))).toBe(base.replace('three', 'drei'));
  expect(resolveMerge(merged, new Map([[0, 'both']]))).toBe(base.replace('three', 'drei\ntrois'));
});

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 8 }).map((lines) => lines.join('\n'));

test('takes the other side when one side is unchanged, and reports no conflict between equal texts', () => {
  fc.assert(
    fc.property(words, words, words, (base, one, two) => {
      expect(resolveMerge(mergeTexts(base, one, base), new Map())).toBe(one);
      expect(resolveMerge(mergeTexts(base, base, two), new Map())).toBe(two);
      expect(resolveMerge(mergeTexts(base, one, one), new Map())).toBe(one);
      const conflicts = conflictsOf(mergeTexts(base, one, two));
      for (const { theirs, mine } of conflicts) expect(theirs).not.toEqual(mine);
    }),
  );
});

test('a diff contains both texts completely', () => {
  fc.assert(
    fc.property(words, words, (before, after) => {
      const lines = diffLines(before, after);
      const side = (left: 'gone' | 'new') =>
        text(...lines.filter(({ kind }) => kind !== left).map(({ pieces }) => pieces.map((p) => p.text).join('')));
      expect(side('new')).toBe(before);
      expect(side('gone')).toBe(after);
    }),
  );
});
