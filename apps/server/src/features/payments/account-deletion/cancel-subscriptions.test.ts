import type { CustomerAnswer, SubscriptionOverview, User } from '@hexpedition/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAccountDeletion } from '#features/accounts/account-deletion/account-deletion.service';
import { hashPassword } from '#features/accounts/passwords';
import { createPaddleApi } from '../paddle/paddle-api.ts';
import { createPaymentsTestApp, type PaymentsTestApp } from '../testing/payments-test-app.ts';
import { createSubscriptionCancellation, handleCancellationJobs } from './cancel-subscriptions.ts';

let platform: PaymentsTestApp;
let passwordHash: string;
const password = 'night-chart-42';
beforeAll(async () => {
  platform = await createPaymentsTestApp();
  await platform.startDeliveries();
  passwordHash = await hashPassword(password);
});
afterAll(() => platform.close());
beforeEach(() => platform.control.setApi('ok'));

let n = 0;
async function buyer(order: { card?: 'succeeds' | 'fails_later' } = {}) {
  const email = `buyer${++n}@example.com`;
  const learner = await platform.as({ email, passwordHash });
  const { body } = await learner.post<CustomerAnswer>('/api/account/paddle/customer', { country: 'DE' });
  await platform.buy({ customerId: body.customer_id, email, ...order });
  await platform.waitForDeliveries();
  await platform.applyPending();
  const own = await learner.get<SubscriptionOverview>('/api/account/paddle/subscription');
  return { ...learner, subscription: own.body.subscription?.id ?? '' };
}
const atPaddle = async (id: string) => (await platform.control.overview()).subscriptions.find((one) => one.id === id);
const storedSubscription = (id: string) =>
  platform.database.db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
const requestDeletion = (learner: Awaited<ReturnType<typeof buyer>>) =>
  learner.post('/api/account/delete', { password });
const jobsOf = async (id: string) => {
  const jobs = sql<{
    name: string;
    data: object;
  }>`select name, data from pgboss.job where data ->> 'subscription' = ${id}`;
  return (await jobs.execute(platform.database.db)).rows;
};

/** Deletes the account as if its two weeks had passed. */
async function deleteAccount(pk: number): Promise<void> {
  const { db } = platform.database;
  await db.updateTable('users').set({ delete_at: platform.clock.now() }).where('pk', '=', pk).execute();
  const deps = { db, clock: platform.clock, queueMail: async () => {}, endLabs: async () => {} };
  await createAccountDeletion({ ...deps, deletionHooks: createSubscriptionCancellation(platform.jobs) }).sweep();
}

/** Runs the job handlers directly, without the queue. */
function worker(
  gateway: Parameters<typeof handleCancellationJobs>[2] = {
    api: createPaddleApi(platform.paddle, { warn: () => {} }),
    ledger: platform.ledger,
  },
) {
  const handlers = new Map<string, (data: { subscription: string }) => Promise<void>>();
  const jobs = {
    handle: (kind: { name: string }, handler: never) => void handlers.set(kind.name, handler),
    ...{ send: async () => {}, start: async () => {}, stop: async () => {} },
  };
  handleCancellationJobs(jobs, platform.database.db, gateway);
  return async (name: string, subscription: string) => handlers.get(name)?.({ subscription });
}

it('cancels at the end of the paid period when the account is scheduled for deletion', async () => {
  const learner = await buyer();
  expect((await requestDeletion(learner)).status).toBe(200);
  await expect
    .poll(async () => (await atPaddle(learner.subscription))?.scheduled_change, { timeout: 15_000 })
    .toMatchObject({ action: 'cancel' });
  await expect.poll(async () => (await storedSubscription(learner.subscription))?.change_action).toBe('cancel');
  const back = await platform.as({ pk: learner.pk });
  expect((await back.get<{ user: User }>('/api/account/details')).body.user.account.tier).toBe(1);
  // Keeping the account does not resume the subscription.
  expect((await back.post('/api/account/keep')).status).toBe(200);
  expect((await storedSubscription(learner.subscription))?.change_action).toBe('cancel');
  expect((await back.post('/api/account/paddle/resume')).status).toBe(200);
  expect((await atPaddle(learner.subscription))?.scheduled_change).toBeNull();
  expect(await jobsOf(learner.subscription)).toEqual([
    { name: 'subscription-cancel-at-period-end', data: { subscription: learner.subscription } },
  ]);
});

it('deletes an account while Paddle is down, and cancels its subscription at once when Paddle is back', async () => {
  const learner = await buyer();
  await platform.control.setApi('down');
  expect((await requestDeletion(learner)).status).toBe(200);
  await deleteAccount(learner.pk);
  const { db } = platform.database;
  expect(await db.selectFrom('users').select('pk').where('pk', '=', learner.pk).execute()).toEqual([]);
  const attempt = worker();
  await expect(attempt('subscription-cancel-now', learner.subscription)).rejects.toThrow(/Paddle did not answer/);
  expect((await jobsOf(learner.subscription)).map(({ name }) => name).toSorted()).toEqual([
    'subscription-cancel-at-period-end',
    'subscription-cancel-now',
  ]);
  for (const { data } of await jobsOf(learner.subscription))
    expect(data).toEqual({ subscription: learner.subscription });
  await platform.control.setApi('ok');
  await attempt('subscription-cancel-now', learner.subscription);
  expect((await atPaddle(learner.subscription))?.status).toBe('canceled');
  await platform.waitForDeliveries();
  await platform.applyPending();
  // The subscription stays stored, without an entitlement.
  expect(await storedSubscription(learner.subscription)).toMatchObject({ status: 'canceled' });
  const left = db.selectFrom('entitlements').select('pk').where('subscription_id', '=', learner.subscription);
  expect(await left.execute()).toEqual([]);
  // Runs the job again, as after a node that died before it completed the job.
  await attempt('subscription-cancel-now', learner.subscription);
  await attempt('subscription-cancel-now', `sub_${'0'.repeat(26)}`);
});

it('does not cancel if the deletion was revoked before the job ran', async () => {
  const learner = await buyer();
  await worker()('subscription-cancel-at-period-end', learner.subscription);
  expect((await atPaddle(learner.subscription))?.scheduled_change).toBeNull();
});

it('does not touch a subscription that is already canceled, and cancels one that is past due at once', async () => {
  const { db } = platform.database;
  const mark = (pk: number) => db.updateTable('users').set({ delete_at: new Date() }).where('pk', '=', pk).execute();
  const learner = await buyer();
  await learner.post('/api/account/paddle/cancel');
  await mark(learner.pk);
  // Also if the event of the cancellation has not arrived.
  await db
    .updateTable('subscriptions')
    .set({ change_action: null, change_at: null })
    .where('id', '=', learner.subscription)
    .execute();
  await worker()('subscription-cancel-at-period-end', learner.subscription);
  expect((await atPaddle(learner.subscription))?.scheduled_change).toMatchObject({ action: 'cancel' });
  const pastDue = await buyer();
  await platform.control.failNextCharge(pastDue.subscription);
  await platform.control.advanceTime('month');
  await platform.waitForDeliveries();
  await platform.applyPending();
  await mark(pastDue.pk);
  await worker()('subscription-cancel-at-period-end', pastDue.subscription);
  expect((await atPaddle(pastDue.subscription))?.status).toBe('canceled');
});

it('fails and retries the cancellation while payments are switched off', async () => {
  const learner = await buyer();
  await expect(worker(null)('subscription-cancel-now', learner.subscription)).rejects.toThrow(/switched off/);
});
