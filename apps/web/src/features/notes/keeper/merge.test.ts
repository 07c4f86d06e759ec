import { expect, it } from 'vitest';
import { blank, difference, merge, type Written } from './merge.ts';

const of = (what_i_learned: string, did_not_understand = ''): Written => ({
  ...blank,
  what_i_learned,
  did_not_understand,
});
const mark = (at: number, text = 'x') => ({ module: 'film', at, text });

it('takes each field from whoever changed it', () => {
  const { written, conflicts } = merge(of('a', 'b'), of('a mine', 'b'), of('a', 'b theirs'));
  expect([written, conflicts]).toEqual([of('a mine', 'b theirs'), []]);
});

it('takes the text that contains the other one, on whichever side it is', () => {
  expect(merge(of(''), of('one'), of('one two'))).toEqual({ written: of('one two'), conflicts: [] });
  expect(merge(of(''), of('one two'), of('two'))).toEqual({ written: of('one two'), conflicts: [] });
});

it('names the fields that only their author can put together', () => {
  const { written, conflicts } = merge(of('a', 'b'), of('mine', 'b'), of('theirs', 'b'));
  expect([written.what_i_learned, conflicts]).toEqual(['mine', ['what_i_learned']]);
});

it('empties a text that one side emptied and the other left alone, but not one that the other changed', () => {
  expect(merge(of('a'), of(''), of('a')).written.what_i_learned).toBe('');
  expect(merge(of('a'), of(''), of('a b')).written.what_i_learned).toBe('a b');
});

it('adds and takes away marks on both sides', () => {
  const base = { ...blank, marks: [mark(1), mark(2)] };
  const mine = { ...blank, marks: [mark(1), mark(5)] };
  const theirs = { ...blank, marks: [mark(1), mark(2), mark(3)] };
  expect(merge(base, mine, theirs).written.marks).toEqual([mark(1), mark(3), mark(5)]);
});

it('does not call white space a change of an empty text', () => {
  expect(difference(of(' \n', ''), of('', ' '))).toBeUndefined();
  expect(difference(of('  ', ''), of('a', ''))).toEqual({ what_i_learned: '  ' });
});

it('lists the fields that differ', () => {
  expect(difference(of('a'), of('a'))).toBeUndefined();
  expect(difference({ ...of('a'), marks: [mark(1)] }, of('b'))).toEqual({ what_i_learned: 'a', marks: [mark(1)] });
});
