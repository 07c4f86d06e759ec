import { codeAlphabet, codeProblem, groupCode, plainCode } from '@hexpedition/contract/voucher-code';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addMonths } from '#platform/add-months';
import { hashCode, makeCode } from './voucher-codes.ts';
import { coveredUntil, tierAt, voucherSpan, worthOf } from './vouchers.policy.ts';

const at = (text: string) => new Date(`${text}Z`);

test.each([
  ['2026-01-31T10:00', 1, '2026-02-28T10:00'],
  ['2028-01-31T10:00', 1, '2028-02-29T10:00'],
  ['2026-11-24T23:59', 3, '2027-02-24T23:59'],
  ['2026-12-31T00:00', 14, '2028-02-29T00:00'],
  ['2026-03-15T00:00', 36, '2029-03-15T00:00'],
])('%s plus %i months is %s', (from, months, until) => {
  expect(addMonths(at(from), months)).toEqual(at(until));
});

test('a voucher starts now, or when the previous one ends', () => {
  const now = at('2026-05-01T00:00');
  expect(voucherSpan(now, 2, null)).toEqual({ startsAt: now, endsAt: at('2026-07-01T00:00') });
  expect(voucherSpan(now, 2, at('2026-04-30T00:00'))).toEqual({ startsAt: now, endsAt: at('2026-07-01T00:00') });
  const later = at('2026-06-10T00:00');
  expect(voucherSpan(now, 2, later)).toEqual({ startsAt: later, endsAt: at('2026-08-10T00:00') });
});

describe('coverage by existing entitlements', () => {
  const span = (tier: 1 | 2 | 3, from: string, until: string | null) => ({
    tier,
    startsAt: at(`${from}T00:00`),
    endsAt: until === null ? null : at(`${until}T00:00`),
  });
  const from = at('2026-05-01T00:00');
  const voucher = { startsAt: from, endsAt: at('2026-08-01T00:00') };

  it.each([
    ['nothing', [], '2026-05-01', 'now'],
    ['a lower tier for good', [span(1, '2026-01-01', null)], '2026-05-01', 'now'],
    ['the tier until June', [span(2, '2026-01-01', '2026-06-01')], '2026-06-01', 'later'],
    [
      'consecutive entitlements without a gap',
      [span(3, '2026-05-20', '2026-07-01'), span(2, '2026-01-01', '2026-06-01')],
      '2026-07-01',
      'later',
    ],
    [
      'consecutive entitlements with a gap',
      [span(2, '2026-06-02', '2026-07-01'), span(2, '2026-01-01', '2026-06-01')],
      '2026-06-01',
      'later',
    ],
    ['what has ended', [span(2, '2026-01-01', '2026-04-01')], '2026-05-01', 'now'],
    ['as long', [span(2, '2026-01-01', '2026-08-01')], '2026-08-01', 'nothing'],
    ['for good', [span(3, '2026-01-01', null)], null, 'nothing'],
  ])('%s', (_, held, until, worth) => {
    const covered = coveredUntil(held, 2, from);
    expect(covered).toEqual(until === null ? null : at(`${until}T00:00`));
    expect(worthOf(voucher, covered)).toBe(worth);
  });

  it('uses the highest tier at each time', () => {
    const held = [span(1, '2026-01-01', null), span(3, '2026-05-01', '2026-06-01'), span(2, '2026-06-01', null)];
    expect(tierAt(held, at('2026-04-01T00:00'))).toBe(1);
    expect(tierAt(held, from)).toBe(3);
    expect(tierAt(held, at('2026-06-01T00:00'))).toBe(2);
    expect(tierAt([], from)).toBe(0);
  });
});

describe('voucher code', () => {
  it('has seven groups of four characters and 128 random bits', () => {
    const codes = Array.from({ length: 500 }, makeCode);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(codes).size).toBe(500);
    expect(codes.map(codeProblem).filter(Boolean)).toEqual([]);
    // The first character encodes three of the 128 bits.
    expect(codes.every((code) => codeAlphabet.indexOf(code.charAt(0)) < 8)).toBe(true);
  });

  it('is the same in every spelling', () => {
    const code = makeCode();
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect(codeProblem(typed)).toBeUndefined();
    expect(hashCode(typed)).toEqual(hashCode(code));
    expect(groupCode(plainCode(typed))).toBe(code);
  });

  it('detects every wrong character and every swap of neighbours', () => {
    const places = fc.integer({ min: 0, max: 27 });
    fc.assert(
      fc.property(places, fc.integer({ min: 0, max: 31 }), (place, value) => {
        const code = plainCode(makeCode());
        const other = codeAlphabet[value] ?? '';
        const wrong = code.slice(0, place) + other + code.slice(place + 1);
        expect(codeProblem(wrong) === undefined).toBe(wrong === code);
        const swapped =
          code.slice(0, place) +
          code
            .slice(place, place + 2)
            .split('')
            .reverse()
            .join('') +
          code.slice(place + 2);
        expect(codeProblem(swapped) === undefined).toBe(swapped === code);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['', 'Enter the code'],
    [' - - ', 'Enter the code'],
    ['ABCD-U', 'the character U'],
    ['ABCD*', 'the character *'],
    ['ABCD-EFGH', 'this one has 8'],
    ['0'.repeat(29), 'this one has 29'],
    [`${'0'.repeat(27)}1`, 'a typo'],
  ])('explains what is wrong with %j', (typed, words) => {
    expect(codeProblem(typed)).toContain(words);
  });
});
