import { expect, test } from 'vitest';
import { differenceOf } from './difference.ts';
import { csvOf } from './log-file.ts';

test('each entry is a line, quotation marks are doubled, and no cell is a formula', () => {
  const event = { pk: 7, at: '2026-11-24T10:00:00.000Z', actor: '-cmd', action: 'a.b', subject: '', person: null };
  expect(csvOf([{ ...event, data: { reason: 'He said "no", twice' } }]).split('\r\n')).toEqual([
    'pk,at,actor,action,subject,person,data',
    `"7","2026-11-24T10:00:00.000Z","'-cmd","a.b","","","{""reason"":""He said \\""no\\"", twice""}"`,
    '',
  ]);
});

test('before and after stand side by side, with what only one of them has', () => {
  expect(
    differenceOf({ before: { tier: 0, gone: true }, after: { tier: 2, until: null }, reason: 'A prize.' }),
  ).toEqual({
    changes: [
      { field: 'tier', before: '0', after: '2' },
      { field: 'gone', before: 'true', after: '–' },
      { field: 'until', before: '–', after: '–' },
    ],
    rest: [{ field: 'reason', value: 'A prize.' }],
  });
  expect(differenceOf({ before: null, after: null })).toEqual({ changes: [], rest: [] });
});
