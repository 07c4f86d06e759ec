import { expect, test } from 'vitest';
import { differenceOf } from './difference.ts';

test('each field stands once, with what it was and is; times are written as people read them', () => {
  const { changes, rest } = differenceOf({
    before: { tier: 0, until: null, left: 'x' },
    after: { tier: 2, until: '2027-02-25T03:08:23.781Z' },
    reason: 'Sold flags.',
    days: ['2027-02-25'],
  });
  expect(changes).toEqual([
    { field: 'tier', before: '0', after: '2' },
    { field: 'until', before: '–', after: '25 Feb 2027, 03:08:23 UTC' },
    { field: 'left', before: 'x', after: '–' },
  ]);
  expect(rest).toEqual([
    { field: 'reason', value: 'Sold flags.' },
    { field: 'days', value: '["2027-02-25"]' },
  ]);
});

test('what was made anew had nothing before', () => {
  expect(differenceOf({ after: { name: 'Jury' } }).changes).toEqual([{ field: 'name', before: '–', after: 'Jury' }]);
});
