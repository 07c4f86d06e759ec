import type { PaddleSubscription } from '@hexpedition/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PageChange } from '#platform/db/page-changes';
import { watchPageChanges } from '#testing/page-changes';
import { createTestApp } from '#testing/test-app';
import { createPaddleApi } from '../paddle/paddle-api.ts';
import { sandboxPlans } from '../plans.ts';
import { createPaymentsTestApp, type PaymentsTestApp, prices } from '../testing/payments-test-app.ts';
import { createPriceSync } from './prices.service.ts';

let platform: PaymentsTestApp;
beforeEach(async () => {
  platform = await createPaymentsTestApp();
});
afterEach(() => platform.close());

const shown = async () => (await platform.anonymous.get<PaddleSubscription>('/api/config/paddle_subscription')).body;
const pricesOf = (plans = sandboxPlans, missing: object[] = []) => {
  const api = createPaddleApi(platform.paddle, { warn: () => {} });
  return createPriceSync({
    db: platform.database.db,
    clock: platform.clock,
    plans,
    api,
    warn: (all) => missing.push(all),
  });
};
const amountShown = async () => (await shown()).products.foundational?.monthly.details?.amount;

it('shows the plans with the prices that were fetched at startup', async () => {
  await expect.poll(amountShown).toBe(1_900);
  const { local, clientToken } = platform.paddle;
  const answer = await shown();
  expect(answer).toMatchObject({
    token: clientToken,
    environment: 'sandbox',
    script: `${local?.url}/paddle.js`,
    products: {
      foundational: {
        name: 'Foundational',
        tier: 1,
        yearly: { price_id: prices.foundational.yearly, currency: 'USD' },
      },
      specialization: {
        name: 'Specialization',
        tier: 2,
        monthly: {
          details: {
            name: 'Specialization',
            description: expect.stringContaining('every lab'),
            amount: 3_900,
            trial: null,
          },
        },
      },
    },
  });
  const text = JSON.stringify(answer);
  for (const secret of [platform.paddle.apiKey, platform.paddle.webhookSecret, local?.control ?? ''])
    expect(text).not.toContain(secret);
});

it('fetches the prices once an hour, and invalidates cached pages when they change', async () => {
  await expect.poll(amountShown).toBe(1_900);
  const { db, url } = platform.database;
  const changes: PageChange[] = [];
  const stop = await watchPageChanges(url, (change) => changes.push(change));
  const own = pricesOf();
  await own.sweep();
  await db.updateTable('paddle_prices').set({ amount: 1 }).execute();
  await own.sweep();
  expect(await amountShown()).toBe(1);
  expect(changes).toEqual([]);
  await db.updateTable('paddle_prices').set({ trial_interval: 'day', trial_frequency: 7 }).execute();
  expect((await shown()).products.foundational?.monthly.details?.trial).toEqual({ interval: 'day', frequency: 7 });
  platform.clock.advance(3_601);
  await own.sweep();
  expect(await amountShown()).toBe(1_900);
  await expect.poll(() => changes).toEqual([['/api/config/paddle_subscription']]);
  await stop();
});

it('keeps the last prices while Paddle is down, and fetches them at the next sweep', async () => {
  await expect.poll(amountShown).toBe(1_900);
  const own = pricesOf();
  await platform.control.setApi('down');
  await expect(own.sweep()).rejects.toMatchObject({ code: 'payments_unavailable' });
  expect(await amountShown()).toBe(1_900);
  await platform.database.db.deleteFrom('paddle_prices').execute();
  expect((await shown()).products.foundational?.monthly).toMatchObject({ details: null, currency: null });
  await platform.control.setApi('ok');
  await own.sweep();
  expect(await amountShown()).toBe(1_900);
});

it('reports configured prices that Paddle does not know', async () => {
  const missing: object[] = [];
  const plans = sandboxPlans.map((plan) => ({ ...plan, prices: { ...plan.prices, yearly: 'pri_01wrong' } }));
  await pricesOf(plans, missing).sweep();
  expect(missing).toEqual([{ prices: ['pri_01wrong', 'pri_01wrong'] }]);
});

it('sells nothing while payments are switched off, but still shows earlier payments', async () => {
  const plain = await createTestApp();
  const { db } = plain.database;
  const learner = await plain.as();
  expect(await plain.anonymous.get('/api/config/paddle_subscription')).toMatchObject({ status: 404 });
  for (const call of ['cancel', 'resume', 'portal'])
    expect(await learner.post(`/api/account/paddle/${call}`)).toMatchObject({ status: 404 });
  expect(await learner.post('/api/account/paddle/customer', {})).toMatchObject({ status: 404 });
  const upgrade = { price_id: prices.foundational.monthly, preview: true };
  expect(await learner.post('/api/account/paddle/upgrade', upgrade)).toMatchObject({ status: 404 });
  const nothing = { subscription: null, country: null, reasons: [], sandbox: null };
  expect((await learner.get('/api/account/paddle/subscription')).body).toEqual(nothing);
  const none = { payments: [], country: null, next_cursor: null };
  expect((await learner.get('/api/account/paddle/payments')).body).toEqual(none);

  await db.insertInto('paddle_customers').values({ customer_id: 'ctm_1', user_pk: learner.pk }).execute();
  const paid = { id: 'txn_1', customer_id: 'ctm_1', status: 'completed', currency: 'EUR', total: 1_800, paid: 1_800 };
  const at = new Date('2026-01-02T03:04:05Z');
  await db
    .insertInto('payments')
    .values({ ...paid, created_at: at, occurred_at: at, event_id: 'evt_1' })
    .execute();
  expect((await learner.get('/api/account/paddle/payments')).body).toMatchObject({
    payments: [{ id: 'txn_1', total: 1_800, name: 'Subscription', status: 'paid' }],
  });
  expect(await learner.get('/api/account/paddle/payments/txn_1/invoice')).toMatchObject({ status: 404 });
  await plain.close();
});
