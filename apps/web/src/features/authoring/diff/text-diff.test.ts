import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedLines, conflictsOf, countChanges, mergeTexts, resolveMerge } from './text-diff.ts';

const text = (...lines: string[]) => lines.join('\n');

test('finds the new and changed lines of the later text', () => {
  const before = text('a', 'b', 'c', 'd');
  expect(changedLines(before, text('a', 'B', 'new', 'c', 'd', 'end'))).toEqual([2, 3, 6]);
  expect(changedLines(before, text('c', 'D'))).toEqual([2]);
  expect(changedLines(before, before)).toEqual([]);
  expect(countChanges(before, text('a', 'B', 'new', 'c', 'd', 'end'))).toBe(2);
  expect(countChanges('a', 'a')).toBe(0);
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

test('finds exactly the lines that differ from an equally long text', () => {
  const lines = fc.array(fc.constantFrom<string>('a', 'b'), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(lines, fc.nat(5), (before, at) => {
      const after = before.with(at % before.length, 'new');
      expect(changedLines(before.join('\n'), after.join('\n'))).toEqual([(at % before.length) + 1]);
    }),
  );
});
