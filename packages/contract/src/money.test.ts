import { expect, it } from 'vitest';
import { formatCycle, formatDuration, formatMoney, minorDigits } from './money.ts';

const plain = (text: string) => text.replace(/\s/g, ' ');

it('counts the minor unit as Paddle does, also where people write no decimals', () => {
  expect(plain(formatMoney(599_000, 'HUF', null))).toBe('HUF 5,990');
  expect(plain(formatMoney(1_990_000, 'COP', null))).toBe('COP 19,900');
  expect(['JPY', 'KRW', 'VND', 'CLP', 'EUR', 'KWD'].map(minorDigits)).toEqual([0, 0, 0, 0, 2, 3]);
  expect(formatMoney(1_250, 'JPY', null)).toBe('¥1,250');
});

it('never rounds an amount', () => {
  expect(plain(formatMoney(599_050, 'HUF', null))).toBe('HUF 5,990.50');
  expect(formatMoney(1_900, 'EUR', null)).toBe('€19.00');
  expect(formatMoney(1_905, 'EUR', null)).toBe('€19.05');
});

it('names durations and billing cycles', () => {
  expect([1, 7].map((frequency) => formatDuration({ interval: 'day', frequency }))).toEqual(['1 day', '7 days']);
  expect(formatCycle({ interval: 'year', frequency: 1 })).toBe('yearly');
  expect(formatCycle({ interval: 'month', frequency: 3 })).toBe('every 3 months');
});
