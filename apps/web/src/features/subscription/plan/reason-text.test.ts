import { expect, test } from 'vitest';
import { reasonText, strongestGift } from './reason-text.ts';
import { reasonOf } from './testing.ts';

test('a reason says the tier, its time and who gives it', () => {
  const voucher = reasonOf({ source: 'voucher', reference: '17', until: '2127-03-03T00:00:00.000Z' });
  expect(reasonText(voucher, 'GB')).toBe('Foundational until 3 March 2127, by voucher 17');
  expect(reasonText({ ...voucher, state: 'later' }, 'GB')).toBe(
    'Foundational from 23 January 2026 until 3 March 2127, by voucher 17',
  );
  expect(reasonText(reasonOf({ source: 'grant', tier: 3, until: null }), null)).toBe(
    'Beta without an end, by the people who run this site',
  );
  expect(reasonText(reasonOf(), 'GB')).toBe('Foundational, by your subscription');
  expect(reasonText(reasonOf({ state: 'over' }), 'GB')).toBe(
    'Foundational until 23 January 2127, by your subscription',
  );
});

test('the strongest gift is the highest tier that counts now, and of two the one that lasts', () => {
  const short = reasonOf({ source: 'voucher', reference: '1' });
  const long = reasonOf({ source: 'invite', reference: null, until: null });
  const later = reasonOf({ source: 'voucher', tier: 2, state: 'later' });
  expect(strongestGift([short, reasonOf({ tier: 2 }), later, long])).toBe(long);
  expect(strongestGift([long, reasonOf({ source: 'grant', tier: 2 })])?.tier).toBe(2);
  expect(strongestGift([reasonOf(), later])).toBeUndefined();
});
