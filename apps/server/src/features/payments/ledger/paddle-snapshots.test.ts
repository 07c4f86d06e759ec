import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageChange } from '#platform/db/page-changes';
import { watchPageChanges } from '#testing/page-changes';
import { createPaddleApi } from '../paddle/paddle-api.ts';
import { sandboxPlans } from '../plans.ts';
import { createPaymentsTestApp, type PaymentsTestApp } from '../testing/payments-test-app.ts';
import { createLedger } from './ledger.service.ts';
import { subscriptionSnapshot, transactionSnapshot } from './paddle-snapshots.ts';

let platform: PaymentsTestApp;
beforeEach(async () => {
  platform = await createPaymentsTestApp();
});
afterEach(() => platform.close());

const parts = () => {
  const { database, clock } = platform;
  const { db } = database;
  const ledger = createLedger({ db, clock, plans: sandboxPlans, warn: () => {} });
  const api = createPaddleApi(platform.paddle, { warn: () => {} });
  return { db, ledger, api };
};
const buy = async () => {
  const { api } = parts();
  const paymentId = await platform.buy({});
  const payment = await api.read((paddle) => paddle.transactions.get(paymentId));
  const subscription = await api.read((paddle) => paddle.subscriptions.get(payment.subscriptionId ?? ''));
  return { payment, subscription };
};
const rows = async () => {
  const { db } = parts();
  const without = <T extends { occurred_at: Date; event_id: string }>({ occurred_at, event_id, ...row }: T) => row;
  return {
    subscriptions: (await db.selectFrom('subscriptions').selectAll().execute()).map(without),
    payments: (await db.selectFrom('payments').selectAll().execute()).map(without),
  };
};

describe('snapshots', () => {
  it('give the same rows as Paddle’s own events', async () => {
    const { db, ledger } = parts();
    await platform.startDeliveries();
    const { payment, subscription } = await buy();
    await platform.waitForDeliveries();
    await ledger.applyPending();
    const fromEvents = await rows();
    expect(fromEvents).toMatchObject({ subscriptions: [{ status: 'active' }], payments: [{ status: 'completed' }] });
    for (const table of ['subscriptions', 'payments'] as const) await db.deleteFrom(table).execute();
    await ledger.applySnapshot(subscriptionSnapshot(subscription));
    await ledger.applySnapshot(transactionSnapshot(payment));
    expect(await rows()).toEqual(fromEvents);
    // The ledger now has Paddle's events and our snapshots.
    expect(await ledger.replay()).toMatchObject({ changed: [] });
    expect(await rows()).toEqual(fromEvents);
  });

  it('are applied immediately and only once', async () => {
    const { db, ledger } = parts();
    const { subscription } = await buy();
    const learner = await platform.as();
    await db
      .insertInto('paddle_customers')
      .values({ customer_id: subscription.customerId, user_pk: learner.pk })
      .execute();
    await Promise.all([1, 2].map(() => ledger.applySnapshot(subscriptionSnapshot(subscription))));
    expect(await db.selectFrom('entitlements').select(['user_pk', 'tier']).execute()).toEqual([
      { user_pk: learner.pk, tier: 1 },
    ]);
    const [event, ...others] = await db.selectFrom('paddle_events').selectAll().execute();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ event_type: 'subscription.read', applied_at: expect.any(Date) });
  });

  it('are kept over an older event that arrives late, and replaced by a newer one', async () => {
    const { db, ledger, api } = parts();
    const { subscription } = await buy();
    const status = async () => (await db.selectFrom('subscriptions').select(['change_action']).execute())[0];
    const before = subscriptionSnapshot(subscription);
    const canceled = await api.change((paddle) => paddle.subscriptions.cancel(subscription.id, {}));
    await ledger.applySnapshot(subscriptionSnapshot(canceled));
    expect(await status()).toEqual({ change_action: 'cancel' });
    await ledger.applySnapshot({ ...before, event_id: 'evt_late' });
    expect(await status()).toEqual({ change_action: 'cancel' });
    const newer = new Date(Date.parse(canceled.updatedAt) + 1);
    await ledger.applySnapshot({ ...before, event_id: 'evt_newer', occurred_at: newer });
    expect(await status()).toEqual({ change_action: null });
    expect(await ledger.replay()).toMatchObject({ events: 3, changed: [] });
  });

  it('keep the newest recurring total when older events or events without one follow', async () => {
    const { db, ledger } = parts();
    const { subscription } = await buy();
    const total = async () => (await db.selectFrom('subscriptions').select('recurring_total').execute())[0];
    const at = (seconds: number) => new Date(Date.parse(subscription.updatedAt) + seconds * 1_000);
    const applySnapshot = (id: string, seconds: number, recurring?: string) =>
      ledger.applySnapshot({
        ...subscriptionSnapshot(subscription, recurring),
        event_id: id,
        occurred_at: at(seconds),
      });
    await applySnapshot('read_b', 2, '3700');
    await applySnapshot('evt_c', 3);
    await applySnapshot('read_a', 1, '1800');
    expect(await total()).toEqual({ recurring_total: '3700' });
    expect(await ledger.replay()).toMatchObject({ changed: [] });
    expect(await total()).toEqual({ recurring_total: '3700' });
  });

  it('store the amount in the charged currency and invalidate the pages that show the tier', async () => {
    const { db, ledger } = parts();
    const { subscription } = await buy();
    const { pk } = await platform.as({ username: 'buyer' });
    await db.insertInto('paddle_customers').values({ customer_id: subscription.customerId, user_pk: pk }).execute();
    const changes: PageChange[] = [];
    const stop = await watchPageChanges(platform.database.url, (change) => changes.push(change));
    await ledger.applySnapshot(subscriptionSnapshot(subscription));
    await expect.poll(() => changes).toContainEqual(expect.arrayContaining(['/api/account/profile/buyer']));
    await stop();
    // The price is 19 US dollars, or 18 euros.
    expect(await db.selectFrom('subscriptions').select(['currency', 'amount']).execute()).toEqual([
      { currency: 'EUR', amount: '1800' },
    ]);
  });
});
