import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPlaceholders } from '@hexpedition/contract/placeholders';
import { expect, test } from 'vitest';
import { altPlaceholder, blockKindNames, templateOf } from './block-kinds.ts';
import { blockAt, blocksOf, insertLineFor } from './lesson-blocks.ts';

const lesson = `Before the quiz there is a word.

:::quiz[\`search("sloop")\` gives no error. Why?]{#two-quotes kind=single}
- [ ] The second quote is a comment
  > No comment begins here.
- [x] Two quotes stand for one

Inside of a text, a quote is doubled.

Always.
:::

## When there is no error

::figure[A test is a pair.]{src="figures/pair.svg" alt="Two requests."}

:::flag[Who sails the sloop?]{#sloop-master points=20 answer="flag{x}"}
Find the skipper.
:::
::lab{slug=lost-luggage}`.split('\n');

test('splits a lesson into text and modules', () => {
  const blocks = blocksOf(lesson);
  expect(blocks.map(({ kind, from, to, facts }) => [kind, from, to, facts])).toEqual([
    ['text', 1, 1, '7 words'],
    ['quiz', 3, 11, 'choose one · two-quotes'],
    ['text', 13, 13, '5 words'],
    ['figure', 15, 15, 'pair.svg'],
    ['flag', 17, 19, '20 points · sloop-master'],
    ['lab', 20, 20, 'lost-luggage'],
  ]);
  expect(blocks[1]?.explanation).toEqual({ from: 8, to: 10 });
  expect(blocks[3]?.hasAlt).toBe(true);
});

test('treats module syntax within code or another container as text', () => {
  const text = ['```text', ':::quiz[No]{#no kind=single}', '```', '::::tabs', ':::tab[A]', 'x', ':::', '::::'];
  expect(blocksOf(text).map(({ kind, from, to }) => [kind, from, to])).toEqual([['text', 1, 8]]);
});

test('extends an unclosed container to the end of the text', () => {
  const text = [':::quiz[Why?]{#why kind=free answers="x"}', 'Because.', ''];
  expect(blocksOf(text).map(({ from, to }) => [from, to])).toEqual([[1, 3]]);
});

test('assigns an empty line between two blocks to the block above', () => {
  const blocks = blocksOf(lesson);
  expect([1, 2, 3, 12, 13, 20].map((line) => blockAt(blocks, line))).toEqual([0, 0, 1, 1, 2, 5]);
  expect(blockAt(blocksOf(['', 'x']), 1)).toBe(-1);
});

test('finds a block for each module of a curriculum lesson', () => {
  const path = join(
    import.meta.dirname,
    '../../../../../../curriculum/web/sql-injection',
    '01-into-the-query/02-sql-first-quote.md',
  );
  const file = readFileSync(path, 'utf8');
  const kinds = blocksOf(file.split('---\n').slice(2).join('---\n').split('\n')).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'quiz').length).toBe(file.match(/^:::quiz/gm)?.length);
  expect(kinds.filter((kind) => kind === 'figure').length).toBe(file.match(/^::figure/gm)?.length ?? 0);
});

test('finds the insert position below the paragraph, code or container of a line, and never inside a block', () => {
  const text = `One line
and another.

~~~js
code

more
~~~
Right below it.
:::note
A note.

Its end.
:::

:::quiz[Why?]{#why kind=single}
- [x] So
:::`
    .replaceAll('~~~', '```')
    .split('\n');
  const blocks = blocksOf(text);
  const ends = text.map((_, at) => insertLineFor(text, blocks, at + 1));
  expect(ends).toEqual([2, 2, 3, 8, 8, 8, 8, 8, 9, 14, 14, 14, 14, 14, 15, 18, 18, 18]);
});

test('reports no alt text for a figure with the placeholder', () => {
  const [figure] = blocksOf([`::figure[A caption]{src="figures/a.svg" alt="${altPlaceholder}"}`]);
  expect(figure?.hasAlt).toBe(false);
});

test.each(blockKindNames.filter((kind) => kind !== 'lab'))(
  'a new %s contains only text that must be replaced',
  (kind) => {
    const { markdown, select } = templateOf(kind, '', 'files/a.txt');
    const lines = findPlaceholders(markdown).map(({ line }) => line);
    expect(lines).toContain(markdown.slice(0, markdown.indexOf(select)).split('\n').length);
  },
);
