import { expect, it } from 'vitest';
import { itemsChange } from './subscription-changes.policy.ts';

const item = (id: string, quantity = 1) => ({ price: { id }, quantity });

it('replaces only the plan, and keeps its quantity and the add-ons', () => {
  const items = [item('pri_addon', 3), item('pri_month', 2)];
  expect(itemsChange({ items, status: 'active' }, 'pri_month', 'pri_year')).toEqual({
    items: [
      { priceId: 'pri_addon', quantity: 3 },
      { priceId: 'pri_year', quantity: 2 },
    ],
    prorationBillingMode: 'prorated_immediately',
  });
});

it('bills nothing for a change in a trial', () => {
  const { prorationBillingMode } = itemsChange({ items: [item('pri_1')], status: 'trialing' }, 'pri_1', 'pri_2');
  expect(prorationBillingMode).toBe('do_not_bill');
});

it('rejects a change if Paddle has another plan than the one that was shown', () => {
  expect(() => itemsChange({ items: [item('pri_other')], status: 'active' }, 'pri_1', 'pri_2')).toThrow(
    expect.objectContaining({ code: 'conflict' }),
  );
});
