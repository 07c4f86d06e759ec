import { expect, it } from 'vitest';
import { priceOf } from './price.policy.ts';

const price = { price_id: 'pri_1m', amount: '1500' };
const paid = (changes: object) => ({ price_id: 'pri_1m', origin: 'web', total: '1785', tax: '285', ...changes });

it('costs what a whole period cost last', () => {
  const prorated = paid({ origin: 'subscription_update', total: '300', tax: '48' });
  expect(priceOf(price, [prorated, paid({ total: '1800', tax: '300' }), paid({})])).toBe(1_800);
});

it('costs the price with the tax of the newest payment where this price was not paid yet', () => {
  expect(priceOf({ price_id: 'pri_2m', amount: '3000' }, [paid({})])).toBe(3_570);
  expect(priceOf(price, [paid({ origin: 'subscription_update', total: '300', tax: '0' })])).toBe(1_500);
  expect(priceOf(price, [paid({ origin: 'subscription_update', tax: null })])).toBe(1_500);
  expect(priceOf(price, [])).toBe(1_500);
});
