import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedLines, clashesOf, countChanges, differenceOf, hunksOf, mergeTexts, settled } from './difference.ts';

const text = (...lines: string[]) => lines.join('\n');
const drawn = (before: string, after: string) =>
  differenceOf(before, after).map(
    ({ kind, number, pieces }) =>
      `${kind} ${number} ${pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')}`,
  );

test('what has changed is marked by lines, and inside of a line by words', () => {
  expect(drawn(text('one', 'a red boat', 'three'), text('one', 'a blue boat', 'three', 'four'))).toEqual([
    'same 1 one',
    'gone 2 a [red] boat',
    'new 2 a [blue] boat',
    'same 3 three',
    'new 4 [four]',
  ]);
  expect(changedLines(text('a', 'b'), text('a', 'c', 'b'))).toEqual([2]);
  expect(countChanges('a', 'a')).toBe(0);
});

test('only what lies around a change is shown', () => {
  const lines = Array.from({ length: 20 }, (_, i) => String(i));
  const hunks = hunksOf(differenceOf(text(...lines), text(...lines.with(3, 'x').with(15, 'y'))));
  expect(hunks.map((hunk) => hunk.map(({ number }) => number))).toEqual([
    [2, 3, 4, 4, 5, 6],
    [14, 15, 16, 16, 17, 18],
  ]);
});

const base = text('one', 'two', 'three', 'four', 'five');

test('what only one side has changed is taken from both', () => {
  const merged = mergeTexts(base, text('ONE', 'two', 'three', 'four', 'five'), text('one', 'two', 'three', 'four'));
  expect(clashesOf(merged)).toEqual([]);
  expect(settled(merged, new Map())).toBe(text('ONE', 'two', 'three', 'four'));
});

test('what both have changed is a clash, and is decided', () => {
  const merged = mergeTexts(base, base.replace('three', 'drei'), base.replace('three', 'trois'));
  expect(clashesOf(merged)).toEqual([{ base: ['three'], theirs: ['drei'], mine: ['trois'] }]);
  expect(settled(merged, new Map())).toBe(base.replace('three', 'trois'));
  expect(settled(merged, new Map([[0, 'theirs']]))).toBe(base.replace('three', 'drei'));
  expect(settled(merged, new Map([[0, 'both']]))).toBe(base.replace('three', 'drei\ntrois'));
});

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 8 }).map((lines) => lines.join('\n'));

test('a side that has changed nothing yields to the other, and choosing one side everywhere gives no third text', () => {
  fc.assert(
    fc.property(words, words, words, (base, one, two) => {
      expect(settled(mergeTexts(base, one, base), new Map())).toBe(one);
      expect(settled(mergeTexts(base, base, two), new Map())).toBe(two);
      expect(settled(mergeTexts(base, one, one), new Map())).toBe(one);
      const clashes = clashesOf(mergeTexts(base, one, two));
      for (const { theirs, mine } of clashes) expect(theirs).not.toEqual(mine);
    }),
  );
});

test('a difference holds both texts whole', () => {
  fc.assert(
    fc.property(words, words, (before, after) => {
      const lines = differenceOf(before, after);
      const side = (left: 'gone' | 'new') =>
        text(...lines.filter(({ kind }) => kind !== left).map(({ pieces }) => pieces.map((p) => p.text).join('')));
      expect(side('new')).toBe(before);
      expect(side('gone')).toBe(after);
    }),
  );
});
