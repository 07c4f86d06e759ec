import type { CustomerAnswer, Subscribed, User } from '@hexpedition/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAccountDeletion } from '#features/accounts/account-deletion/account-deletion.service';
import { hashPassword } from '#features/accounts/passwords';
import { createJobs } from '#platform/jobs';
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
  const email = `leaver${++n}@example.com`;
  const learner = await platform.as({ email, passwordHash });
  const { body } = await learner.post<CustomerAnswer>('/api/account/paddle/customer', { country: 'DE' });
  await platform.buy({ customerId: body.customer_id, email, ...order });
  await platform.waitForDeliveries();
  await platform.applyPending();
  const own = await learner.get<Subscribed>('/api/account/paddle/subscription');
  return { ...learner, subscription: own.body.subscription?.id ?? '' };
}
const atPaddle = async (id: string) => (await platform.control.overview()).subscriptions.find((one) => one.id === id);
const known = (id: string) =>
  platform.database.db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
const leave = (learner: Awaited<ReturnType<typeof buyer>>) => learner.post('/api/account/delete', { password });
const jobsOf = async (id: string) => {
  const jobs = sql<{
    name: string;
    data: object;
  }>`select name, data from pgboss.job where data ->> 'subscription' = ${id}`;
  return (await jobs.execute(platform.database.db)).rows;
};

/** The account as it will be in two weeks, on the day on which it goes. */
async function goes(pk: number): Promise<void> {
  const { db } = platform.database;
  await db.updateTable('users').set({ delete_at: platform.clock.now() }).where('pk', '=', pk).execute();
  const deps = { db, clock: platform.clock, queueMail: async () => {}, endLabs: async () => {} };
  await createAccountDeletion({ ...deps, deletionHooks: createSubscriptionCancellation(await senders()) }).sweep();
}
/** Leaves jobs to the app's own node. */
async function senders() {
  const jobs = createJobs(platform.database.url, () => {});
  await jobs.start();
  ends.push(() => jobs.stop());
  return jobs;
}
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
});

/** The work itself, without the queue: what a try does. */
function worker(
  till: Parameters<typeof handleCancellationJobs>[2] = {
    api: createPaddleApi(platform.paddle, { warn: () => {} }),
    ledger: platform.ledger,
  },
) {
  const tries = new Map<string, (data: { subscription: string }) => Promise<void>>();
  const jobs = {
    handle: (kind: { name: string }, handler: never) => void tries.set(kind.name, handler),
    ...{ send: async () => {}, start: async () => {}, stop: async () => {} },
  };
  handleCancellationJobs(jobs, platform.database.db, till);
  return async (name: string, subscription: string) => tries.get(name)?.({ subscription });
}

it('who asks for deletion pays no more, and keeps what is paid until it ends', async () => {
  const learner = await buyer();
  expect((await leave(learner)).status).toBe(200);
  await expect
    .poll(async () => (await atPaddle(learner.subscription))?.scheduled_change, { timeout: 15_000 })
    .toMatchObject({ action: 'cancel' });
  await expect.poll(async () => (await known(learner.subscription))?.change_action).toBe('cancel');
  const back = await platform.as({ pk: learner.pk });
  expect((await back.get<{ user: User }>('/api/account/details')).body.user.account.tier).toBe(1);
  // Who comes back decides about the subscription by themself.
  expect((await back.post('/api/account/keep')).status).toBe(200);
  expect((await known(learner.subscription))?.change_action).toBe('cancel');
  expect((await back.post('/api/account/paddle/resume')).status).toBe(200);
  expect((await atPaddle(learner.subscription))?.scheduled_change).toBeNull();
  expect(await jobsOf(learner.subscription)).toEqual([
    { name: 'subscription-end', data: { subscription: learner.subscription } },
  ]);
});

it('an account goes although Paddle is down, and its subscription is canceled at once when Paddle is back', async () => {
  const learner = await buyer();
  await platform.control.setApi('down');
  expect((await leave(learner)).status).toBe(200);
  await goes(learner.pk);
  const { db } = platform.database;
  expect(await db.selectFrom('users').select('pk').where('pk', '=', learner.pk).execute()).toEqual([]);
  const attempt = worker();
  await expect(attempt('subscription-cancel', learner.subscription)).rejects.toThrow(/Paddle did not answer/);
  expect((await jobsOf(learner.subscription)).map(({ name }) => name).toSorted()).toEqual([
    'subscription-cancel',
    'subscription-end',
  ]);
  for (const { data } of await jobsOf(learner.subscription))
    expect(data).toEqual({ subscription: learner.subscription });
  await platform.control.setApi('ok');
  await attempt('subscription-cancel', learner.subscription);
  expect((await atPaddle(learner.subscription))?.status).toBe('canceled');
  await platform.waitForDeliveries();
  await platform.applyPending();
  // The books keep it, and it is nobody's.
  expect(await known(learner.subscription)).toMatchObject({ status: 'canceled' });
  const left = db.selectFrom('entitlements').select('pk').where('subscription_id', '=', learner.subscription);
  expect(await left.execute()).toEqual([]);
  // Once more, as when a node dies between the work and its note.
  await attempt('subscription-cancel', learner.subscription);
  await attempt('subscription-cancel', `sub_${'0'.repeat(26)}`);
});

it('a deletion that is taken back before Paddle was asked leaves the subscription alone', async () => {
  const learner = await buyer();
  await worker()('subscription-end', learner.subscription);
  expect((await atPaddle(learner.subscription))?.scheduled_change).toBeNull();
});

it('a subscription that ends already is left alone, and one that is past due ends at once', async () => {
  const { db } = platform.database;
  const mark = (pk: number) => db.updateTable('users').set({ delete_at: new Date() }).where('pk', '=', pk).execute();
  const learner = await buyer();
  await learner.post('/api/account/paddle/cancel');
  await mark(learner.pk);
  // Also where no event has told of it.
  await db
    .updateTable('subscriptions')
    .set({ change_action: null, change_at: null })
    .where('id', '=', learner.subscription)
    .execute();
  await worker()('subscription-end', learner.subscription);
  expect((await atPaddle(learner.subscription))?.scheduled_change).toMatchObject({ action: 'cancel' });
  const poor = await buyer();
  await platform.control.failNextCharge(poor.subscription);
  await platform.control.moveTime('month');
  await platform.waitForDeliveries();
  await platform.applyPending();
  await mark(poor.pk);
  await worker()('subscription-end', poor.subscription);
  expect((await atPaddle(poor.subscription))?.status).toBe('canceled');
});

it('what is to be canceled waits while payments are switched off', async () => {
  const learner = await buyer();
  await expect(worker(null)('subscription-cancel', learner.subscription)).rejects.toThrow(/switched off/);
});
