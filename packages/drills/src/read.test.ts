import { expect, it } from 'vitest';
import { readExact, readHex, readNumber, readText, withoutUnit } from './read.ts';

it("ignores quotes around an answer, also in the form of Python's bytes", () => {
  expect(readText(`b'low tide'`)).toBe('low tide');
  expect(readText(' "Berth b" ')).toBe('berth b');
  expect(readText('bell ran')).toBe('bell ran');
  expect(readExact(`b'Parrot98'`)).toBe('Parrot98');
  expect(readHex(`'80 00 0xFF'`)).toBe('8000ff');
  expect(readHex(`b'\\x80\\x0b'`)).toBe('800b');
  expect(readHex('b00b')).toBe('b00b');
});

it('accepts commas only between thousands', () => {
  expect(readNumber('2,355,356,181')).toBe('2355356181');
  expect(readNumber('44,844')).toBe('44844');
  expect(readNumber('0x1F')).toBe('31');
  expect(['22 days', '44,844 s', '5 seconds.'].map((text) => readNumber(withoutUnit(text)))).toEqual([
    '22',
    '44844',
    '5',
  ]);
  for (const text of ['1,2', '12,34', '1,2345', '1234,567', ',123']) expect(readNumber(text)).toBe(text);
});
