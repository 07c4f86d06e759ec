import { expect, test } from 'vitest';
import { countdown, countdownLabel } from './countdown-text.ts';

test('shows minutes and seconds, and hours if there are any', () => {
  expect(countdown(2530)).toBe('42:10');
  expect(countdown(59)).toBe('00:59');
  expect(countdown(3730)).toBe('1:02:10');
});

test('stops at zero', () => {
  expect(countdown(-3)).toBe('00:00');
  expect(countdownLabel(-3)).toBe('less than a minute');
});

test('the label has whole minutes', () => {
  expect([30, 60, 119, 2530].map(countdownLabel)).toEqual(['less than a minute', '1 minute', '1 minute', '42 minutes']);
});
