import type { TrainingHead } from '@hexpedition/contract';
import { expect, test } from 'vitest';
import { headValueText, isSameHead, mergeHeads } from './head-merge.ts';

const base: TrainingHead = {
  ...{ name: 'SQL Injection', term: '', tags: ['sql'], tier: 1, icon: 'database', summary: 'Short.' },
  ...{ description: 'Long.', requires: [], kind: 'course', hidden: false },
};

test('takes a field that only one side changed, and reports a field that both changed as a conflict', () => {
  const theirs: TrainingHead = { ...base, summary: 'Theirs.', tier: 2, tags: ['sql', 'sqli'] };
  const mine: TrainingHead = { ...base, summary: 'Mine.', hidden: true, tags: ['sql', 'sqli'] };
  const { head, conflicts } = mergeHeads(base, theirs, mine);
  expect(conflicts).toEqual(['summary']);
  expect(isSameHead(head, { ...theirs, summary: 'Mine.', hidden: true })).toBe(true);
});

test('formats field values for display', () => {
  expect(headValueText(base, 'tier')).toBe('Foundational');
  expect(headValueText(base, 'requires')).toBe('none');
  expect(headValueText(base, 'hidden')).toBe('no');
  expect(headValueText(base, 'term')).toBe('empty');
});
