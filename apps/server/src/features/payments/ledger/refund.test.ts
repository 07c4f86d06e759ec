import type { SubscriptionOverview, User } from '@hexpedition/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { testPaddle, testPlans } from '../testing/subscription-model.ts';
import { applyEvent } from './apply-event.ts';

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

/** Applies an event that occurred some days ago. */
async function apply(event_type: string, days: number, data: Record<string, unknown>) {
  const event = { event_id: `evt_${++serial}`, event_type, occurred_at: new Date(before(days)), data };
  await test.database.db.transaction().execute((tx) => applyEvent(tx, event, testPlans));
}

const pay = (id: string, days: number, until: number, total = '1428') =>
  apply('transaction.completed', days, {
    ...{ id, status: 'completed', customer_id: 'ctm_1', subscription_id: 'sub_1', currency_code: 'EUR', items: [] },
    ...{ created_at: before(days), billed_at: before(days), details: { totals: { total } } },
    billing_period: { starts_at: before(days), ends_at: before(until) },
  });

const returnMoney = (payment: string, days: number, changes: object = {}) =>
  apply('adjustment.updated', days, {
    ...{ id: `adj_${payment}`, transaction_id: payment, action: 'chargeback', status: 'approved' },
    totals: { total: '1428' },
    ...changes,
  });

/** Foundational of the last 50 days, renewed 20 days ago, with an upgrade to Specialization 10 days ago. */
async function upgraded() {
  await pay('txn_last_month', 50, 20);
  await pay('txn_renewal', 20, -10);
  await pay('txn_upgrade', 10, -10, '400');
  await apply('subscription.updated', 10, {
    ...{ id: 'sub_1', status: 'active', customer_id: 'ctm_1', currency_code: 'EUR' },
    ...{ created_at: before(50), started_at: before(50), billing_cycle: { interval: 'month', frequency: 1 } },
    current_billing_period: { starts_at: before(20), ends_at: before(-10) },
    items: [{ price: { id: 'pri_2m', product_id: 'pro_two', unit_price: { amount: '2400' } } }],
  });
  expect(await tier()).toBe(2);
}

const tier = async () =>
  (await (await test.as(learner)).get<{ user: User }>('/api/account/details')).body.user.account.tier;

it.each([
  ['a chargeback of the payment before the upgrade', 'txn_renewal', {}],
  ['a chargeback of a part of it', 'txn_renewal', { totals: { total: '300' } }],
  ['a full refund of the payment before the upgrade', 'txn_renewal', { action: 'refund' }],
  ['a chargeback of the upgrade', 'txn_upgrade', { totals: { total: '400' } }],
])('%s ends the tier', async (_, payment, changes) => {
  await upgraded();
  await returnMoney(payment, 5, changes);
  expect(await tier()).toBe(0);
  const { ends_at } = await test.database.db.selectFrom('entitlements').select('ends_at').executeTakeFirstOrThrow();
  expect(ends_at).toEqual(new Date(before(5)));
});

it.each([
  ['a chargeback of the period before', 'txn_last_month', {}],
  ['a partial refund', 'txn_renewal', { action: 'refund', totals: { total: '1427' } }],
  ['a credit', 'txn_renewal', { action: 'credit' }],
  ['a refund that Paddle has not approved', 'txn_renewal', { action: 'refund', status: 'pending_approval' }],
])('%s does not end the tier', async (_, payment, changes) => {
  await upgraded();
  await returnMoney(payment, 5, changes);
  expect(await tier()).toBe(2);
});

it('a reversed chargeback and a paid renewal give the tier back', async () => {
  await upgraded();
  await returnMoney('txn_renewal', 5);
  await returnMoney('txn_renewal', 4, { status: 'reversed' });
  expect(await tier()).toBe(2);
  await returnMoney('txn_renewal', 3, { id: 'adj_second' });
  expect(await tier()).toBe(0);
  test.clock.advance(10 * 86_400);
  await pay('txn_next', 0, -30);
  expect(await tier()).toBe(2);
});

it('the plan of a refunded period cannot be changed, because Paddle would credit the payment again', async () => {
  await upgraded();
  await returnMoney('txn_renewal', 5);
  const { body } = await learner.get<SubscriptionOverview>('/api/account/paddle/subscription');
  expect(body.subscription).toMatchObject({ price_id: 'pri_2m', period_ends_at: null });
  const change = { price_id: 'pri_1m', preview: true };
  expect(await learner.post('/api/account/paddle/upgrade', change)).toMatchObject({
    status: 409,
    body: { code: 'conflict', msg: expect.stringContaining('refunded') },
  });
});
