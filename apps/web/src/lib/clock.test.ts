import { expect, test } from 'vitest';
import { clock, clockWords } from './clock.ts';

test('a clock has minutes and seconds, and hours when there are some', () => {
  expect(clock(2530)).toBe('42:10');
  expect(clock(59)).toBe('00:59');
  expect(clock(3730)).toBe('1:02:10');
});

test('a clock stops at zero', () => {
  expect(clock(-3)).toBe('00:00');
  expect(clockWords(-3)).toBe('less than a minute');
});

test('words count whole minutes', () => {
  expect([30, 60, 119, 2530].map(clockWords)).toEqual(['less than a minute', '1 minute', '1 minute', '42 minutes']);
});
