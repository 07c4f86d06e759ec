import { expect, test } from 'vitest';
import { auditChangesOf } from './audit-changes.ts';
import { auditCsv } from './audit-csv.ts';

test('writes one row per entry, doubles quotation marks and defuses formulas', () => {
  const event = { pk: 7, at: '2026-11-24T10:00:00.000Z', actor: '-cmd', action: 'a.b', subject: '', person: null };
  expect(auditCsv([{ ...event, data: { reason: 'He said "no", twice' } }]).split('\r\n')).toEqual([
    'pk,at,actor,action,subject,person,data',
    `7,2026-11-24T10:00:00.000Z,'-cmd,a.b,,,"{""reason"":""He said \\""no\\"", twice""}"`,
    '',
  ]);
});

test('compares before and after, including fields that only one of them has', () => {
  expect(
    auditChangesOf({ before: { tier: 0, gone: true }, after: { tier: 2, until: null }, reason: 'A prize.' }),
  ).toEqual({
    changes: [
      { field: 'tier', before: '0', after: '2' },
      { field: 'gone', before: 'true', after: '–' },
      { field: 'until', before: '–', after: '–' },
    ],
    rest: [{ field: 'reason', value: 'A prize.' }],
  });
  expect(auditChangesOf({ before: null, after: null })).toEqual({ changes: [], rest: [] });
});
