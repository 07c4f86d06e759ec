import { expect, it } from 'vitest';
import { createRandom } from '../fill/random.ts';
import { Histogram } from './histogram.ts';

function filled(values: number[]): Histogram {
  const histogram = new Histogram();
  for (const value of values) histogram.record(value);
  return histogram;
}

/** By definition: the smallest value that so many percent do not exceed. */
const exact = (values: number[], percent: number) =>
  values.sort((a, b) => a - b)[Math.max(0, Math.ceil((percent / 100) * values.length) - 1)] ?? 0;

it('is exact for small values', () => {
  const hundred = filled(Array.from({ length: 100 }, (_, index) => index + 1));
  expect([1, 50, 95, 99, 100].map((percent) => hundred.percentile(percent))).toEqual([1, 50, 95, 99, 100]);
  expect(hundred.count).toBe(100);
});

it('stays within 1/64 of the truth over six orders of magnitude', () => {
  const random = createRandom(11);
  const values = Array.from({ length: 20_000 }, () => Math.floor(Math.exp(random.next() * 17)));
  const histogram = filled(values);
  for (const percent of [0.1, 10, 50, 90, 95, 99, 99.9]) {
    const truth = exact(values, percent);
    expect(histogram.percentile(percent)).toBeGreaterThanOrEqual(truth);
    expect(histogram.percentile(percent)).toBeLessThanOrEqual(truth * (1 + 1 / 64));
  }
  expect(histogram.max).toBe(exact(values, 100));
  expect(histogram.percentile(100)).toBe(histogram.max);
});

it('answers 0 for nothing, keeps one value, and survives what is out of range', () => {
  expect([new Histogram().percentile(99), new Histogram().max]).toEqual([0, 0]);
  expect(filled([12_345]).percentile(50)).toBe(12_345);
  expect(filled([0, -3]).percentile(99)).toBe(0);
  expect(filled([9e9]).percentile(50)).toBeGreaterThan(4e9);
});
