import { expect, it } from 'vitest';
import { changedFields, emptyNotes, mergeNotes, type NotesContent } from './merge-notes.ts';

const notes = (what_i_learned: string, did_not_understand = ''): NotesContent => ({
  ...emptyNotes,
  what_i_learned,
  did_not_understand,
});
const mark = (at: number, text = 'x') => ({ module: 'video', at, text });

it('takes each field from the side that changed it', () => {
  const { content, conflicts } = mergeNotes(notes('a', 'b'), notes('a mine', 'b'), notes('a', 'b theirs'));
  expect([content, conflicts]).toEqual([notes('a mine', 'b theirs'), []]);
});

it('takes the text that contains the other one, from either side', () => {
  expect(mergeNotes(notes(''), notes('one'), notes('one two'))).toEqual({ content: notes('one two'), conflicts: [] });
  expect(mergeNotes(notes(''), notes('one two'), notes('two'))).toEqual({ content: notes('one two'), conflicts: [] });
});

it('lists the fields that only the author can merge', () => {
  const { content, conflicts } = mergeNotes(notes('a', 'b'), notes('mine', 'b'), notes('theirs', 'b'));
  expect([content.what_i_learned, conflicts]).toEqual(['mine', ['what_i_learned']]);
});

it('clears a text that one side cleared, unless the other side changed it', () => {
  expect(mergeNotes(notes('a'), notes(''), notes('a')).content.what_i_learned).toBe('');
  expect(mergeNotes(notes('a'), notes(''), notes('a b')).content.what_i_learned).toBe('a b');
});

it('adds and removes marks of both sides', () => {
  const base = { ...emptyNotes, marks: [mark(1), mark(2)] };
  const mine = { ...emptyNotes, marks: [mark(1), mark(5)] };
  const theirs = { ...emptyNotes, marks: [mark(1), mark(2), mark(3)] };
  expect(mergeNotes(base, mine, theirs).content.marks).toEqual([mark(1), mark(3), mark(5)]);
});

it('does not count white space as a change of an empty text', () => {
  expect(changedFields(notes(' \n', ''), notes('', ' '))).toBeUndefined();
  expect(changedFields(notes('  ', ''), notes('a', ''))).toEqual({ what_i_learned: '  ' });
});

it('lists the fields that differ', () => {
  expect(changedFields(notes('a'), notes('a'))).toBeUndefined();
  expect(changedFields({ ...notes('a'), marks: [mark(1)] }, notes('b'))).toEqual({
    what_i_learned: 'a',
    marks: [mark(1)],
  });
});
