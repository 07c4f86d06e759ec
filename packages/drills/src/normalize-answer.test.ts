import { expect, it } from 'vitest';
import { normalizeExact, normalizeHex, normalizeNumber, normalizeText, withoutUnit } from './normalize-answer.ts';

it("ignores quotes around an answer, also in the form of Python's bytes", () => {
  expect(normalizeText(`b'low tide'`)).toBe('low tide');
  expect(normalizeText(' "Berth b" ')).toBe('berth b');
  expect(normalizeText('bell ran')).toBe('bell ran');
  expect(normalizeExact(`b'Parrot98'`)).toBe('Parrot98');
  expect(normalizeHex(`'80 00 0xFF'`)).toBe('8000ff');
  expect(normalizeHex(`b'\\x80\\x0b'`)).toBe('800b');
  expect(normalizeHex('b00b')).toBe('b00b');
});

it('accepts commas only between thousands', () => {
  expect(normalizeNumber('2,355,356,181')).toBe('2355356181');
  expect(normalizeNumber('44,844')).toBe('44844');
  expect(normalizeNumber('0x1F')).toBe('31');
  expect(['22 days', '44,844 s', '5 seconds.'].map((text) => normalizeNumber(withoutUnit(text)))).toEqual([
    '22',
    '44844',
    '5',
  ]);
  for (const text of ['1,2', '12,34', '1,2345', '1234,567', ',123']) expect(normalizeNumber(text)).toBe(text);
});

it('reads hexadecimal numbers with h at the end', () => {
  expect(['3020h', '0BEH', '0x3020'].map(normalizeNumber)).toEqual(['12320', '190', '12320']);
});
