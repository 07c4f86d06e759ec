import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCycle, split } from './proration.ts';
import { partOf, withTax } from './totals.ts';

const place = fc.record({
  taxRate: fc.constantFrom('0', '0.05', '0.08875', '0.19', '0.255'),
  taxIncluded: fc.boolean(),
});
const amount = fc.integer({ min: 0, max: 100_000_000 });
const start = Date.UTC(2026, 0, 31);

describe('tax', () => {
  it('plus the subtotal equals the total at any rate', () => {
    fc.assert(
      fc.property(amount, place, (given, where) => {
        const { subtotal, tax, total } = withTax(given, where);
        expect(subtotal + tax).toBe(total);
        expect(where.taxIncluded ? total : subtotal).toBe(given);
        expect(tax).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it.each([
    [1_800, '0.19', true, { subtotal: 1_513, tax: 287, total: 1_800 }],
    [1_900, '0.08875', false, { subtotal: 1_900, tax: 169, total: 2_069 }],
    [2_900, '0.1', true, { subtotal: 2_636, tax: 264, total: 2_900 }],
  ])('of %i at %s', (given, taxRate, taxIncluded, sums) => {
    expect(withTax(given, { taxRate, taxIncluded })).toEqual(sums);
  });
});

describe('split', () => {
  const period = (length: number) => ({
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + length).toISOString(),
  });
  const moment = fc
    .integer({ min: 1, max: 400 * 86_400_000 })
    .chain((length) => fc.record({ length: fc.constant(length), elapsed: fc.integer({ min: -10, max: length + 10 }) }));

  it('returns non-negative parts that add up to the amount', () => {
    fc.assert(
      fc.property(amount, place, moment, (given, where, { length, elapsed }) => {
        const paid = withTax(given, where);
        const { used, unused } = split(paid, period(length), new Date(start + elapsed));
        for (const key of ['subtotal', 'tax', 'total'] as const) {
          expect(used[key] + unused[key]).toBe(paid[key]);
          expect(Math.min(used[key], unused[key])).toBeGreaterThanOrEqual(0);
        }
        expect(unused.subtotal + unused.tax).toBe(unused.total);
      }),
    );
  });

  it('returns a smaller unused part at a later time', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 99 }), (given, percent) => {
        const paid = withTax(given, { taxRate: '0.19', taxIncluded: true });
        const at = (share: number) => split(paid, period(100_000), new Date(start + share * 1_000)).unused.total;
        expect(at(percent)).toBeGreaterThanOrEqual(at(percent + 1));
      }),
    );
  });

  it('keeps the tax proportional', () => {
    expect(partOf({ subtotal: 1_513, tax: 287, total: 1_800 }, 900)).toEqual({ subtotal: 757, tax: 143, total: 900 });
  });
});

describe('addCycle', () => {
  it.each([
    ['2027-01-31', { interval: 'month', frequency: 1 }, '2027-02-28'],
    ['2028-02-29', { interval: 'year', frequency: 1 }, '2029-02-28'],
    ['2026-12-15', { interval: 'month', frequency: 3 }, '2027-03-15'],
    ['2026-12-30', { interval: 'week', frequency: 1 }, '2027-01-06'],
  ] as const)('from %s, %o, ends on %s', (from, cycle, end) => {
    expect(addCycle(new Date(`${from}T10:20:30.400Z`), cycle).toISOString()).toBe(`${end}T10:20:30.400Z`);
  });
});
