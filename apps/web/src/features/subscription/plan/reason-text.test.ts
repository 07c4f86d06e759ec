import { expect, test } from 'vitest';
import { reasonText, strongestOtherReason } from './reason-text.ts';
import { reasonOf } from './testing.ts';

test('describes a reason with tier, dates and source', () => {
  const voucher = reasonOf({ source: 'voucher', reference: '17', until: '2127-03-03T00:00:00.000Z' });
  expect(reasonText(voucher, 'GB')).toBe('Foundational until 3 March 2127, through voucher 17');
  expect(reasonText({ ...voucher, state: 'later' }, 'GB')).toBe(
    'Foundational from 23 January 2026 until 3 March 2127, through voucher 17',
  );
  expect(reasonText(reasonOf({ source: 'grant', tier: 3, until: null }), null)).toBe(
    'Beta with no end date, through a grant from the operator',
  );
  expect(reasonText(reasonOf(), 'GB')).toBe('Foundational, through your subscription');
  expect(reasonText(reasonOf({ state: 'over' }), 'GB')).toBe(
    'Foundational until 23 January 2127, through your subscription',
  );
});

test('picks the highest current tier, and the longest of equal tiers', () => {
  const short = reasonOf({ source: 'voucher', reference: '1' });
  const long = reasonOf({ source: 'invite', reference: null, until: null });
  const later = reasonOf({ source: 'voucher', tier: 2, state: 'later' });
  expect(strongestOtherReason([short, reasonOf({ tier: 2 }), later, long])).toBe(long);
  expect(strongestOtherReason([long, reasonOf({ source: 'grant', tier: 2 })])?.tier).toBe(2);
  expect(strongestOtherReason([reasonOf(), later])).toBeUndefined();
});
