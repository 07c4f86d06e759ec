import { expect, test } from 'vitest';
import { offer } from '../plan/testing.ts';
import { freeMonths, inOtherCycle, listPrices, localPrices, noteOf } from './prices.ts';

const plans = Object.values(offer.products);
const withYear = (id: string, amount: number) => {
  const prices = listPrices(offer);
  return { ...prices, byId: new Map([...prices.byId, [id, { amount, currency: 'USD' }]]) };
};

test('rounds free months down and uses the plan with the fewest', () => {
  expect(freeMonths(plans, listPrices(offer))).toBe(2);
  expect(freeMonths(plans, withYear('pri_sy', 3900 * 11))).toBe(1);
  expect(freeMonths(plans, withYear('pri_sy', 3900 * 11 + 1))).toBe(0);
  expect(freeMonths(plans, withYear('pri_sy', 3900 * 13))).toBe(0);
});

test('omits a price that is not known yet and shows no free months', () => {
  const { specialization, foundational } = offer.products;
  if (!specialization || !foundational) throw new Error('The offer has both plans.');
  const unknown = { ...specialization, yearly: { ...specialization.yearly, details: null, currency: null } };
  const prices = listPrices({ ...offer, products: { foundational, specialization: unknown } });
  expect([...prices.byId.keys()]).toEqual(['pri_fm', 'pri_fy', 'pri_sm']);
  expect(freeMonths([foundational, unknown], prices)).toBe(0);
});

test('converts a price to the other cycle in whole minor units', () => {
  expect(inOtherCycle({ amount: 7900, currency: 'EUR' }, 'yearly').amount).toBe(658);
  expect(inOtherCycle({ amount: 790, currency: 'EUR' }, 'monthly').amount).toBe(9480);
});

test('describes the country of the prices and whether they include tax', () => {
  const answer = (tax: string, address: object | null) =>
    ({
      data: {
        ...{ currencyCode: 'EUR', address },
        details: { lineItems: [{ price: { id: 'pri_fm' }, totals: { tax, total: '790' } }] },
      },
    }) as Parameters<typeof localPrices>[0];
  expect(noteOf(localPrices(answer('126', { countryCode: 'DE' }), null))).toBe('In EUR, for Germany, tax included.');
  expect(noteOf(localPrices(answer('0', null), 'CH'))).toBe('In EUR, for Switzerland. Local tax is added at checkout.');
  expect(noteOf(localPrices(answer('0', null), null))).toBe('In EUR. Local tax is added at checkout.');
});
