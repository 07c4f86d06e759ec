import { setTimeout as sleep } from 'node:timers/promises';
import type { CustomerAnswer, SubscriptionOverview } from '@hexpedition/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#testing/test-app';
import { applyEvent } from '../ledger/apply-event.ts';
import { subscriptionSnapshot } from '../ledger/paddle-snapshots.ts';
import { createPaddleApi } from '../paddle/paddle-api.ts';
import { createPaymentsTestApp, type PaymentsTestApp, prices } from '../testing/payments-test-app.ts';

let platform: PaymentsTestApp;
beforeEach(async () => {
  platform = await createPaymentsTestApp();
});
afterEach(() => platform.close());

const ensureCustomer = (learner: Caller, body: object = {}) =>
  learner.post<CustomerAnswer>('/api/account/paddle/customer', body);
const customersAtPaddle = async () => (await platform.control.overview()).customers;
const ada = { email: 'ada@example.com' };

describe('POST /api/account/paddle/customer', () => {
  it('creates a customer with the confirmed email address, the country and the postal code', async () => {
    const learner = await platform.as(ada);
    const { status, body } = await ensureCustomer(learner, {
      country: 'DE',
      postal_code: '10115',
      email: 'else@example.com',
    });
    expect(status).toBe(200);
    const [customer] = await customersAtPaddle();
    expect(body).toMatchObject({ customer_id: customer?.id, address_id: expect.stringMatching(/^add_/) });
    expect(body.user.account).toMatchObject({ paddle_customer_id: customer?.id, paddle_address_id: body.address_id });
    expect(customer?.email).toBe('ada@example.com');
    expect((await learner.get<SubscriptionOverview>('/api/account/paddle/subscription')).body.country).toBe('DE');
  });

  it('creates one customer for simultaneous requests', async () => {
    const learner = await platform.as(ada);
    const answers = await Promise.all([1, 2, 3].map(() => ensureCustomer(learner, { country: 'DE' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => `${body.customer_id} ${body.address_id}`)).size).toBe(1);
    expect(await customersAtPaddle()).toHaveLength(1);
  });

  it('requires an email address if the account has not confirmed one', async () => {
    const learner = await platform.as();
    expect(await ensureCustomer(learner)).toMatchObject({
      status: 400,
      body: { fields: { email: expect.any(String) } },
    });
    const { status, body } = await ensureCustomer(learner, ada);
    expect(status).toBe(200);
    // The second request need not send it again.
    expect((await ensureCustomer(learner)).body).toMatchObject({ customer_id: body.customer_id, address_id: null });
  });

  it('updates the email address and the country of an existing customer', async () => {
    const learner = await platform.as(ada);
    const first = await ensureCustomer(learner, { country: 'DE' });
    const { db } = platform.database;
    await db.updateTable('users').set({ email: 'new@example.com' }).where('pk', '=', learner.pk).execute();
    const second = await ensureCustomer(learner, { country: 'FR' });
    expect(second.body).toMatchObject({ customer_id: first.body.customer_id, address_id: first.body.address_id });
    expect(await customersAtPaddle()).toMatchObject([{ email: 'new@example.com' }]);
    expect((await learner.get<SubscriptionOverview>('/api/account/paddle/subscription')).body.country).toBe('FR');
  });

  it('imports a new subscription before its event arrives', async () => {
    const learner = await platform.as(ada);
    const { body } = await ensureCustomer(learner, { country: 'DE' });
    expect(body.user.account.active_subscription).toBeNull();
    await platform.buy({ customerId: body.customer_id, email: ada.email });
    await platform.waitForDeliveries();
    const again = await ensureCustomer(learner);
    expect(again.body.user.account.active_subscription).toMatchObject({ subscription: { name: 'Foundational' } });
    expect(
      (await learner.get<SubscriptionOverview>('/api/account/paddle/subscription')).body.subscription?.status,
    ).toBe('active');
  });

  it('rejects a country in which Paddle does not sell', async () => {
    const learner = await platform.as(ada);
    const { status, body } = await ensureCustomer(learner, { country: 'XX' });
    expect([status, body]).toMatchObject([400, { code: 'invalid_request', fields: { country: expect.any(String) } }]);
    expect((await ensureCustomer(learner, { country: 'de' })).status).toBe(400);
    expect((await ensureCustomer(learner, { email: 'rubbish' })).status).toBe(400);
  });

  it('creates a new customer if Paddle does not know the old one', async () => {
    const learner = await platform.as(ada);
    const { db } = platform.database;
    const old = { customer_id: 'ctm_old', user_pk: learner.pk, address_id: 'add_old', country: 'DE' };
    await db.insertInto('paddle_customers').values(old).execute();
    const { status, body } = await ensureCustomer(learner, { country: 'DE' });
    expect(status).toBe(200);
    expect([body.customer_id, body.address_id]).not.toContainEqual(expect.stringContaining('old'));
    expect(await db.selectFrom('paddle_customers').select('customer_id').execute()).toEqual([
      { customer_id: body.customer_id },
    ]);
  });
});

describe('existing customer at Paddle', () => {
  it('is found by the confirmed email address, and the account gets its entitlement', async () => {
    await platform.startDeliveries();
    await platform.buy({ email: 'ADA@example.com' });
    await platform.waitForDeliveries();
    const learner = await platform.as(ada);
    await platform.applyPending();
    expect((await learner.get<SubscriptionOverview>('/api/account/paddle/subscription')).body.subscription).toBeNull();
    const { body } = await ensureCustomer(learner);
    expect(body.user.account).toMatchObject({
      tier: 1,
      active_subscription: { subscription: { name: 'Foundational' } },
    });
    expect(await platform.ledger.replay()).toMatchObject({ changed: [] });
  });

  it('loses no entitlement if the subscription’s event is applied at the same time', async () => {
    const api = createPaddleApi(platform.paddle, { warn: () => {} });
    await platform.buy(ada);
    const [subscription] = await api.read((paddle) => paddle.subscriptions.list().next());
    const learner = await platform.as(ada);
    const linked = await platform.database.db.transaction().execute(async (tx) => {
      // Applies the event before any account has its customer …
      if (subscription) await applyEvent(tx, subscriptionSnapshot(subscription), platform.paddle.plans);
      const answer = ensureCustomer(learner);
      await Promise.race([answer, sleep(1_000)]);
      return { answer };
    });
    // … and the request waits for this transaction, so it sees the subscription.
    expect((await linked.answer).body.user.account.tier).toBe(1);
  });

  it('is not found by an unconfirmed email address', async () => {
    await platform.buy(ada);
    const stranger = await platform.as();
    expect(await ensureCustomer(stranger, ada)).toMatchObject({ status: 400, body: { code: 'email_taken' } });
    const pending = await platform.as({ pendingEmail: ada.email });
    expect(await ensureCustomer(pending, ada)).toMatchObject({ status: 400, body: { code: 'email_taken' } });
  });

  it('is given to the account that has confirmed its address if its own account has not and has bought nothing', async () => {
    const squatter = await platform.as();
    const { body } = await ensureCustomer(squatter, { ...ada, country: 'FR' });
    const owner = await platform.as(ada);
    const taken = await ensureCustomer(owner, { country: 'DE' });
    expect(taken).toMatchObject({ status: 200, body: { customer_id: body.customer_id } });
    expect(taken.body.address_id).not.toBe(body.address_id);
    // The other account can neither use nor get it again, also after the link is gone.
    expect(await ensureCustomer(squatter, ada)).toMatchObject({ status: 400, body: { code: 'email_taken' } });
    const { db } = platform.database;
    const events = await db.selectFrom('audit_events').selectAll().where('action', '=', 'customer.released').execute();
    expect(events).toMatchObject([{ actor_pk: owner.pk, data: { user: squatter.pk } }]);
    await db.deleteFrom('paddle_customers').execute();
    expect(await ensureCustomer(squatter, ada)).toMatchObject({ status: 400, body: { code: 'email_taken' } });
    expect(await customersAtPaddle()).toHaveLength(1);
  });

  it('stays with an account that has bought with it, also before the event of the purchase arrives', async () => {
    const first = await platform.as();
    const { body } = await ensureCustomer(first, ada);
    await platform.buy({ customerId: body.customer_id, email: ada.email });
    const second = await platform.as(ada);
    expect(await ensureCustomer(second, { country: 'DE' })).toMatchObject({
      status: 400,
      body: { code: 'email_taken' },
    });
    const [customer, ...others] = await customersAtPaddle();
    expect([customer?.id, others]).toEqual([body.customer_id, []]);
    expect((await ensureCustomer(first)).body).toMatchObject({ customer_id: body.customer_id, address_id: null });
  });

  it('keeps the old email address if another customer has the new one', async () => {
    const learner = await platform.as(ada);
    await ensureCustomer(learner);
    await platform.buy({ email: 'new@example.com' });
    const { db } = platform.database;
    await db.updateTable('users').set({ email: 'new@example.com' }).where('pk', '=', learner.pk).execute();
    expect((await ensureCustomer(learner)).status).toBe(200);
  });

  it('finds the customer again if the answer to its creation was lost', async () => {
    const learner = await platform.as();
    const { body } = await ensureCustomer(learner, ada);
    await platform.database.db.deleteFrom('paddle_customers').execute();
    const other = await platform.as();
    expect((await ensureCustomer(other, ada)).status).toBe(400);
    expect((await ensureCustomer(learner, ada)).body.customer_id).toBe(body.customer_id);
  });
});

it('sells nothing while payments are switched off, and keeps the way to cancel', async () => {
  await platform.startDeliveries();
  const learner = await platform.as(ada);
  await platform.buy(ada);
  await platform.waitForDeliveries();
  await ensureCustomer(learner);
  const setSwitch = (paddle: boolean | null) =>
    platform.database.db
      .insertInto('feature_overrides')
      .values({ version: '2', paddle })
      .onConflict((conflict) => conflict.column('version').doUpdateSet({ paddle }))
      .execute();
  await setSwitch(false);
  const upgrade = { price_id: prices.specialization.monthly, preview: true };
  expect([
    (await learner.get('/api/config/paddle_subscription')).status,
    (await ensureCustomer(learner, { country: 'DE' })).status,
    (await learner.post('/api/account/paddle/upgrade', upgrade)).status,
    (await learner.post('/api/account/paddle/resume')).status,
  ]).toEqual([404, 404, 404, 404]);
  expect((await learner.post('/api/account/paddle/cancel')).status).toBe(200);
  await setSwitch(null);
  expect((await learner.post('/api/account/paddle/resume')).status).toBe(200);
});
