import { expect, test } from 'vitest';
import { auditChangesOf } from './audit-changes.ts';

test('lists each field once with its value before and after, and formats times', () => {
  const { changes, rest } = auditChangesOf({
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

test('shows a dash as the value before when the subject is new', () => {
  expect(auditChangesOf({ after: { name: 'Jury' } }).changes).toEqual([{ field: 'name', before: '–', after: 'Jury' }]);
});
