import { expect, test } from 'vitest';
import { tablesToCsv, toCsv } from './csv.ts';

test('escapes cells as RFC 4180 requires', () => {
  expect(
    toCsv({
      columns: ['Lesson', 'Began'],
      rows: [
        ['Say "hello", world', 3],
        ['Plain', null],
      ],
    }),
  ).toBe('Lesson,Began\r\n"Say ""hello"", world",3\r\nPlain,\r\n');
});

test('defuses formulas and leaves numbers unquoted', () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=x', 'a=b'];
  const rows = toCsv({ columns: ['Text'], rows: [...texts.map((text) => [text]), [-1.5]] }).split('\r\n');
  expect(rows.slice(1, 6)).toEqual(["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\tx"]);
  expect(rows.slice(6, 9)).toEqual([`"'\r=x"`, 'a=b', '-1.5']);
});

test('writes several tables below each other', () => {
  const table = { columns: ['Day'], rows: [['2026-11-20']] };
  expect(
    tablesToCsv([
      ['Sign-ups', table],
      ['Labs', table],
    ]),
  ).toBe('Sign-ups\r\nDay\r\n2026-11-20\r\n\r\nLabs\r\nDay\r\n2026-11-20\r\n');
});
