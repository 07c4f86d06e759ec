import type { TrainingHead } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import { headWords, isSameHead, mergeHeads } from './head-merge.ts';

const base: TrainingHead = {
  ...{ name: 'SQL Injection', term: '', tags: ['sql'], tier: 1, icon: 'database', summary: 'Short.' },
  ...{ description: 'Long.', requires: [], kind: 'course', hidden: false },
};

test('a field that only one has changed is taken; one that both have changed is a clash', () => {
  const theirs: TrainingHead = { ...base, summary: 'Theirs.', tier: 2, tags: ['sql', 'sqli'] };
  const mine: TrainingHead = { ...base, summary: 'Mine.', hidden: true, tags: ['sql', 'sqli'] };
  const { head, clashes } = mergeHeads(base, theirs, mine);
  expect(clashes).toEqual(['summary']);
  expect(isSameHead(head, { ...theirs, summary: 'Mine.', hidden: true })).toBe(true);
});

test('values are said in words', () => {
  expect(headWords(base, 'tier')).toBe('Foundational');
  expect(headWords(base, 'requires')).toBe('none');
  expect(headWords(base, 'hidden')).toBe('no');
  expect(headWords(base, 'term')).toBe('nothing');
});
