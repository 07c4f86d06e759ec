import type { SubscriptionOverview } from '@hexpedition/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { applyEvent } from '../ledger/apply-event.ts';
import { historyOf, testPaddle, testPlans } from '../testing/subscription-model.ts';

let test: TestApp;
let learner: Awaited<ReturnType<TestApp['as']>>;
beforeEach(async () => {
  test = await createTestApp({ paddle: testPaddle() });
  learner = await test.as();
  await test.database.db.insertInto('paddle_customers').values({ customer_id: 'ctm_1', user_pk: learner.pk }).execute();
});
afterEach(() => test.close());

const DAY = 86_400_000;
const before = (days: number) => new Date(test.clock.now().getTime() - days * DAY).toISOString();
let serial = 0;

/** Applies an event of the subscription or of its payment, and returns what the learner sees. */
async function show(event_type: string, changes: object) {
  const known = historyOf(1, []).events.find((one) => one.event_type.startsWith(event_type.split('.')[0] ?? ''));
  const event = {
    ...{ event_id: `evt_${++serial}`, event_type, occurred_at: new Date(test.clock.now().getTime() + serial) },
    data: { ...known?.data, started_at: before(100), ...changes },
  };
  await test.database.db.transaction().execute((tx) => applyEvent(tx, event, testPlans));
  return (await learner.get<SubscriptionOverview>('/api/account/paddle/subscription')).body.subscription;
}
const item = (product_id: string, amount: string, quantity = 1) => ({
  quantity,
  price: { id: `pri_${product_id}`, product_id, unit_price: { amount, currency_code: 'EUR' } },
});

describe('own subscription', () => {
  it('has the plan of any item, with its quantity, billing cycle and discount', async () => {
    const shown = await show('subscription.updated', {
      items: [item('pro_addon', '500'), item('pro_two', '3000', 2)],
      billing_cycle: { interval: 'month', frequency: 3 },
      discount: { id: 'dsc_1', starts_at: before(1), ends_at: before(-90) },
    });
    expect(shown).toMatchObject({
      ...{ tier: 2, plan: 'specialization', quantity: 2, amount: 6_000, cycle: null },
      billing_cycle: { interval: 'month', frequency: 3 },
      discount: { ends_at: before(-90) },
    });
  });

  it('keeps access for 14 days after a charge fails in the middle of a paid period', async () => {
    const period = { starts_at: before(80), ends_at: before(-285) };
    const billed = {
      subscription_id: 'sub_1',
      created_at: before(4),
      billed_at: before(4),
      origin: 'subscription_update',
    };
    await show('transaction.past_due', { ...billed, id: 'txn_charge', status: 'past_due' });
    const shown = await show('subscription.past_due', { status: 'past_due', current_billing_period: period });
    expect(shown?.grace_until).toBe(before(-10));
  });

  it('names the charge of a resumption by the paid period that is left', async () => {
    const paused = (changes: object) =>
      show('subscription.paused', { status: 'paused', paused_at: before(2), ...changes });
    const period = { starts_at: before(10), ends_at: before(-20) };
    expect(await paused({ current_billing_period: period })).toMatchObject({ resume_charge: 'at_period_end' });
    const over = { starts_at: before(40), ends_at: before(10) };
    expect(await paused({ current_billing_period: over })).toMatchObject({ resume_charge: 'now' });
    expect(await paused({ current_billing_period: null })).toMatchObject({ resume_charge: 'now' });
    // Paddle has canceled the unpaid bill of this period.
    const unpaid = { id: 'txn_unpaid', status: 'canceled', origin: 'subscription_recurring', billing_period: period };
    await show('transaction.canceled', { ...unpaid, subscription_id: 'sub_1' });
    expect(await paused({ current_billing_period: period })).toMatchObject({ resume_charge: 'now' });
  });
});
