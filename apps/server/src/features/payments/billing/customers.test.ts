import { setTimeout as sleep } from 'node:timers/promises';
import type { CustomerAnswer, Subscribed } from '@hexpedition/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#testing/test-app';
import { applyEvent } from '../ledger/apply-event.ts';
import { subscriptionSnapshot } from '../ledger/paddle-snapshots.ts';
import { createPaddleApi } from '../paddle/paddle-api.ts';
import { createPaymentsTestApp, type PaymentsTestApp } from '../testing/payments-test-app.ts';

let platform: PaymentsTestApp;
beforeEach(async () => {
  platform = await createPaymentsTestApp();
});
afterEach(() => platform.close());

const become = (learner: Caller, body: object = {}) =>
  learner.post<CustomerAnswer>('/api/account/paddle/customer', body);
const customersAtPaddle = async () => (await platform.control.overview()).customers;
const ada = { email: 'ada@example.com' };

describe('an account becomes a customer', () => {
  it('with its confirmed address, and the place where it lives', async () => {
    const learner = await platform.as(ada);
    const { status, body } = await become(learner, { country: 'DE', postal_code: '10115', email: 'else@example.com' });
    expect(status).toBe(200);
    const [customer] = await customersAtPaddle();
    expect(body).toMatchObject({ customer_id: customer?.id, address_id: expect.stringMatching(/^add_/) });
    expect(body.user.account).toMatchObject({ paddle_customer_id: customer?.id, paddle_address_id: body.address_id });
    expect(customer?.email).toBe('ada@example.com');
    expect((await learner.get<Subscribed>('/api/account/paddle/subscription')).body.country).toBe('DE');
  });

  it('once, however many ask at once', async () => {
    const learner = await platform.as(ada);
    const answers = await Promise.all([1, 2, 3].map(() => become(learner, { country: 'DE' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => `${body.customer_id} ${body.address_id}`)).size).toBe(1);
    expect(await customersAtPaddle()).toHaveLength(1);
  });

  it('without a confirmed address, with one that it gives', async () => {
    const learner = await platform.as();
    expect(await become(learner)).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } });
    const { status, body } = await become(learner, ada);
    expect(status).toBe(200);
    // Another time it need not say it again.
    expect((await become(learner)).body).toMatchObject({ customer_id: body.customer_id, address_id: null });
  });

  it('again, and its address and its place go along', async () => {
    const learner = await platform.as(ada);
    const first = await become(learner, { country: 'DE' });
    const { db } = platform.database;
    await db.updateTable('users').set({ email: 'new@example.com' }).where('pk', '=', learner.pk).execute();
    const second = await become(learner, { country: 'FR' });
    expect(second.body).toMatchObject({ customer_id: first.body.customer_id, address_id: first.body.address_id });
    expect(await customersAtPaddle()).toMatchObject([{ email: 'new@example.com' }]);
    expect((await learner.get<Subscribed>('/api/account/paddle/subscription')).body.country).toBe('FR');
  });

  it('again, and what was bought meanwhile is known before Paddle has told of it', async () => {
    const learner = await platform.as(ada);
    const { body } = await become(learner, { country: 'DE' });
    expect(body.user.account.active_subscription).toBeNull();
    await platform.buy({ customerId: body.customer_id, email: ada.email });
    await platform.waitForDeliveries();
    const again = await become(learner);
    expect(again.body.user.account.active_subscription).toMatchObject({ subscription: { name: 'Foundational' } });
    expect((await learner.get<Subscribed>('/api/account/paddle/subscription')).body.subscription?.status).toBe(
      'active',
    );
  });

  it('only where Paddle sells', async () => {
    const learner = await platform.as(ada);
    const { status, body } = await become(learner, { country: 'XX' });
    expect([status, body]).toMatchObject([400, { code: 'invalid_request', fields: { country: expect.any(String) } }]);
    expect((await become(learner, { country: 'de' })).status).toBe(400);
    expect((await become(learner, { email: 'rubbish' })).status).toBe(400);
  });

  it('anew where Paddle does not know the old one, such as after its sandbox', async () => {
    const learner = await platform.as(ada);
    const { db } = platform.database;
    const old = { customer_id: 'ctm_old', user_pk: learner.pk, address_id: 'add_old', country: 'DE' };
    await db.insertInto('paddle_customers').values(old).execute();
    const { status, body } = await become(learner, { country: 'DE' });
    expect(status).toBe(200);
    expect([body.customer_id, body.address_id]).not.toContainEqual(expect.stringContaining('old'));
    expect(await db.selectFrom('paddle_customers').select('customer_id').execute()).toEqual([
      { customer_id: body.customer_id },
    ]);
  });
});

describe('somebody who bought before the account was known', () => {
  it('is found by the address that the account has confirmed, and gets what waited', async () => {
    await platform.startDeliveries();
    await platform.buy({ email: 'ADA@example.com' });
    await platform.waitForDeliveries();
    const learner = await platform.as(ada);
    await platform.applyPending();
    expect((await learner.get<Subscribed>('/api/account/paddle/subscription')).body.subscription).toBeNull();
    const { body } = await become(learner);
    expect(body.user.account).toMatchObject({
      tier: 1,
      active_subscription: { subscription: { name: 'Foundational' } },
    });
    expect(await platform.ledger.replay()).toMatchObject({ changed: [] });
  });

  it('loses nothing when what they bought is told of in the same moment', async () => {
    const api = createPaddleApi(platform.paddle, { warn: () => {} });
    await platform.buy(ada);
    const [bought] = await api.read((paddle) => paddle.subscriptions.list().next());
    const learner = await platform.as(ada);
    const becoming = await platform.database.db.transaction().execute(async (tx) => {
      // It is told of, and nobody is known as its customer yet …
      if (bought) await applyEvent(tx, subscriptionSnapshot(bought), platform.paddle.plans);
      const answer = become(learner);
      await Promise.race([answer, sleep(1_000)]);
      return { answer };
    });
    // … nor could the one see, before the other is done, that there is something to give.
    expect((await becoming.answer).body.user.account.tier).toBe(1);
  });

  it('is not found by an address that nobody has confirmed', async () => {
    await platform.buy(ada);
    const stranger = await platform.as();
    expect(await become(stranger, ada)).toMatchObject({ status: 400, body: { code: 'email_taken' } });
    const pending = await platform.as({ pendingEmail: ada.email });
    expect(await become(pending, ada)).toMatchObject({ status: 400, body: { code: 'email_taken' } });
  });

  it('is not somebody else’s, who has become this customer before', async () => {
    const first = await platform.as();
    const { body } = await become(first, ada);
    const second = await platform.as(ada);
    expect(await become(second, { country: 'DE' })).toMatchObject({ status: 400, body: { code: 'email_taken' } });
    const [customer, ...others] = await customersAtPaddle();
    expect([customer?.id, others]).toEqual([body.customer_id, []]);
    // Nothing of the first one's was changed on the way.
    expect((await become(first)).body).toMatchObject({ customer_id: body.customer_id, address_id: null });
  });

  it('keeps the old address at Paddle where another customer has the new one', async () => {
    const learner = await platform.as(ada);
    await become(learner);
    await platform.buy({ email: 'new@example.com' });
    const { db } = platform.database;
    await db.updateTable('users').set({ email: 'new@example.com' }).where('pk', '=', learner.pk).execute();
    expect((await become(learner)).status).toBe(200);
  });

  it('finds the customer again whose making was not heard of', async () => {
    const learner = await platform.as();
    const { body } = await become(learner, ada);
    await platform.database.db.deleteFrom('paddle_customers').execute();
    const other = await platform.as();
    expect((await become(other, ada)).status).toBe(400);
    expect((await become(learner, ada)).body.customer_id).toBe(body.customer_id);
  });
});
