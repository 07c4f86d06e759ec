import { expect, it } from 'vitest';
import { differenceOf } from './line-diff.ts';

const shown = (old: string, now: string) =>
  differenceOf(old, now).map(({ kind, line, text }) => (kind === 'gap' ? '…' : `${kind} ${line} ${text}`));
const numbered = (count: number, word: string) => Array.from({ length: count }, (_, i) => `${word} ${i}`);

it('shows changed lines with two lines of context', () => {
  const lines = numbered(10, 'line');
  expect(shown(lines.join('\n'), lines.with(5, 'new').join('\n'))).toEqual([
    '…',
    'same 4 line 3',
    'same 5 line 4',
    'old 6 line 5',
    'new 6 new',
    'same 7 line 6',
    'same 8 line 7',
    '…',
  ]);
  expect(shown('a\nb', 'b')).toEqual(['old 1 a', 'same 1 b']);
  expect(shown('b', 'a\nb\nc')).toEqual(['new 1 a', 'same 2 b', 'new 3 c']);
});

it('shows the beginning of both texts when they have little in common', () => {
  const lines = shown(numbered(3_000, 'old').join('\n'), numbered(2_000, 'new').join('\n'));
  expect(lines).toHaveLength(201);
  expect([lines[0], lines[99], lines[100]]).toEqual(['old 1 old 0', 'old 100 old 99', '…']);
  expect([lines[101], lines[199], lines[200]]).toEqual(['new 1 new 0', 'new 99 new 98', '…']);
});

it('handles half a million lines', () => {
  for (const [old, now] of [
    ['\n'.repeat(900_000), 'a\n'.repeat(450_000)],
    ['a\n'.repeat(450_000), `${'a\n'.repeat(225_000)}b\n${'a\n'.repeat(225_000)}`],
  ] as const)
    expect(differenceOf(old, now).length).toBeLessThan(210);
});
