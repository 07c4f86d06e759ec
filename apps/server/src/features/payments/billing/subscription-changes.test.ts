import type {
  CustomerAnswer,
  Payments,
  SubscriptionAnswer,
  SubscriptionOverview,
  UpgradeAnswer,
} from '@hexpedition/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { subscriptionSnapshot } from '../ledger/paddle-snapshots.ts';
import { createPaddleApi } from '../paddle/paddle-api.ts';
import { createPaymentsTestApp, type PaymentsTestApp, prices } from '../testing/payments-test-app.ts';

let platform: PaymentsTestApp;
beforeAll(async () => {
  platform = await createPaymentsTestApp();
  await platform.startDeliveries();
});
afterAll(() => platform.close());
// Each test has its own learner. All tests share the time and the mode of the API.
beforeEach(() => platform.control.setApi('ok'));

const { foundational, specialization } = prices;
const DAY = 86_400_000;
let n = 0;

/** Creates a learner with a subscription, and helpers for their requests. */
async function buyer(order: { priceId?: string; card?: 'succeeds' | 'fails_later' } = {}) {
  const email = `buyer${++n}@example.com`;
  const learner = await platform.as({ email });
  const { body } = await learner.post<CustomerAnswer>('/api/account/paddle/customer', { country: 'DE' });
  await platform.buy({ customerId: body.customer_id, email, ...order });
  await platform.waitForDeliveries();
  await platform.applyPending();
  const read = async () => (await learner.get<SubscriptionOverview>('/api/account/paddle/subscription')).body;
  return {
    ...learner,
    read,
    subscriptionId: (await read()).subscription?.id ?? '',
    preview: (price_id: string) =>
      learner.post<UpgradeAnswer>('/api/account/paddle/upgrade', { price_id, preview: true }),
    change: (price_id: string, total: number) =>
      learner.post<UpgradeAnswer>('/api/account/paddle/upgrade', { price_id, preview: false, total }),
    cancel: () => learner.post<SubscriptionAnswer>('/api/account/paddle/cancel'),
    resume: () => learner.post<SubscriptionAnswer>('/api/account/paddle/resume'),
  };
}
const atPaddle = async (id: string) => (await platform.control.overview()).subscriptions.find((one) => one.id === id);

describe('own subscription', () => {
  it('shows the price, the card and the tier', async () => {
    const learner = await buyer();
    const { subscription, reasons, country, sandbox } = await learner.read();
    expect(subscription).toMatchObject({
      plan: 'foundational',
      name: 'Foundational',
      tier: 1,
      cycle: 'monthly',
      status: 'active',
      currency: 'EUR',
      amount: 1_800,
      total: 1_800,
      ends_at: null,
      grace_until: null,
      card: { type: 'visa', last4: '4242' },
    });
    expect(subscription?.renews_at).toBe(subscription?.period_ends_at);
    expect(reasons).toMatchObject([{ source: 'subscription', tier: 1, state: 'current', reference: subscription?.id }]);
    expect([country, sandbox]).toEqual(['DE', { control: platform.paddle.local?.control }]);
    const { user } = (await learner.get<CustomerAnswer>('/api/account/details')).body;
    expect(user.account).toMatchObject({
      tier: 1,
      active_subscription: { subscription: { name: 'Foundational', tier: 1, local_price: '€18.00' } },
    });
  });

  it('is null for an account without a subscription', async () => {
    const learner = await platform.as();
    const { body } = await learner.get<SubscriptionOverview>('/api/account/paddle/subscription');
    expect(body).toMatchObject({ subscription: null, country: null, reasons: [] });
    for (const call of ['cancel', 'resume', 'portal'])
      expect(await learner.post(`/api/account/paddle/${call}`)).toMatchObject({ status: 404 });
    const upgrade = { price_id: specialization.monthly, preview: true };
    expect((await learner.post('/api/account/paddle/upgrade', upgrade)).status).toBe(404);
  });
});

describe('change of plan', () => {
  it('charges the total of the preview and raises the tier at once', async () => {
    const learner = await buyer();
    const { preview } = (await learner.preview(specialization.monthly)).body;
    expect(preview).toMatchObject({ price_id: specialization.monthly, currency: 'EUR', recurring: 3_700, credit: 0 });
    expect(preview?.lines.map(({ text }) => text)).toEqual([
      'Specialization, monthly',
      'Foundational, monthly: not used',
    ]);
    const sum = preview?.lines.reduce((all, { total }) => all + total, 0);
    expect(sum).toBe(preview?.total);
    expect(preview?.tax).toBeCloseTo((1_900 * 0.19) / 1.19, -1);
    expect((await learner.read()).subscription?.tier).toBe(1);
    const { status, body } = await learner.change(specialization.monthly, preview?.total ?? 0);
    expect(status).toBe(200);
    expect(body.changed).toMatchObject({
      subscription: { plan: 'specialization', tier: 2, total: 3_700, renews_at: preview?.renews_at },
      user: { account: { tier: 2, active_subscription: { subscription: { local_price: '€37.00' } } } },
    });
    // Paddle's events arrive later with the same state.
    await platform.waitForDeliveries();
    await platform.applyPending();
    const { user: _, ...changed } = body.changed ?? {};
    expect(await learner.read()).toEqual(changed);
  });

  it('gives credit for a cheaper plan or cycle', async () => {
    const learner = await buyer({ priceId: specialization.yearly });
    const { preview } = (await learner.preview(foundational.monthly)).body;
    expect(preview).toMatchObject({ total: 0, tax: 0, recurring: 1_800 });
    expect(preview?.credit).toBeGreaterThan(30_000);
    const { body } = await learner.change(foundational.monthly, 0);
    expect(body.changed?.subscription).toMatchObject({ plan: 'foundational', cycle: 'monthly', total: 1_800 });
  });

  it('charges once for two simultaneous requests', async () => {
    const learner = await buyer();
    const answers = await Promise.all([1, 2].map(() => learner.change(foundational.yearly, 20_000)));
    expect(answers.map(({ status, body }) => [status, 'code' in body && body.code])).toEqual(
      expect.arrayContaining([
        [200, false],
        [409, 'already_done'],
      ]),
    );
    const { transactions } = await platform.control.overview();
    const own = transactions.filter(({ subscription_id }) => subscription_id === learner.subscriptionId);
    expect(own.map(({ origin }) => origin).sort()).toEqual(['subscription_update', 'web']);
  });

  it('is rejected if it costs more than the learner agreed to', async () => {
    const learner = await buyer();
    const { preview } = (await learner.preview(specialization.monthly)).body;
    const { status, body } = await learner.change(specialization.monthly, (preview?.total ?? 0) - 1);
    expect([status, body]).toMatchObject([
      409,
      { code: 'conflict', msg: expect.stringContaining('Nothing has changed') },
    ]);
    const price_id = specialization.monthly;
    const blank = await learner.post('/api/account/paddle/upgrade', { price_id, preview: false });
    expect(blank).toMatchObject({ status: 400, body: { fields: { total: expect.any(String) } } });
    expect((await atPaddle(learner.subscriptionId))?.items[0]?.price.id).toBe(foundational.monthly);
  });

  it('is rejected if the card is declined', async () => {
    const learner = await buyer({ card: 'fails_later' });
    expect(await learner.change(specialization.monthly, 9_999)).toMatchObject({
      status: 402,
      body: { code: 'payment_declined' },
    });
    expect((await learner.read()).subscription).toMatchObject({ plan: 'foundational', status: 'active' });
  });

  it('is rejected for an unknown price and for the current plan', async () => {
    const learner = await buyer();
    expect(await learner.preview('pri_01other')).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await learner.preview('rubbish')).toMatchObject({ status: 400 });
    expect(await learner.preview(foundational.monthly)).toMatchObject({ status: 409, body: { code: 'already_done' } });
  });
});

describe('cancellation', () => {
  it('takes effect at the end of the paid period, and can be resumed', async () => {
    const learner = await buyer();
    const canceled = await learner.cancel();
    expect(canceled.status).toBe(200);
    const { subscription, user } = canceled.body;
    expect(subscription).toMatchObject({ status: 'active', renews_at: null, ends_at: subscription?.period_ends_at });
    expect(user.account.tier).toBe(1);
    expect(await learner.cancel()).toMatchObject({ status: 409, body: { code: 'already_done' } });
    expect(await learner.preview(specialization.monthly)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const resumed = await learner.resume();
    expect(resumed.body.subscription).toMatchObject({ ends_at: null, renews_at: subscription?.period_ends_at });
    expect(await learner.resume()).toMatchObject({ status: 409, body: { code: 'already_done' } });
  });

  it('is executed once for two simultaneous requests', async () => {
    const learner = await buyer();
    const answers = await Promise.all([learner.cancel(), learner.cancel()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('ends a refunded subscription at once, so that the learner can buy again', async () => {
    const learner = await buyer();
    const { payments } = (await learner.get<Payments>('/api/account/paddle/payments')).body;
    await platform.control.refund(payments[0]?.id ?? '');
    await platform.waitForDeliveries();
    await platform.applyPending();
    expect(await learner.preview(specialization.monthly)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await learner.cancel()).body.subscription).toMatchObject({ status: 'canceled', renews_at: null });
  });

  it('ends a subscription that is past due at once', async () => {
    const learner = await buyer({ card: 'fails_later' });
    await platform.control.advanceTime(32 * DAY);
    await platform.waitForDeliveries();
    await platform.applyPending();
    const due = await learner.read();
    expect(due.subscription).toMatchObject({ status: 'past_due', grace_until: expect.any(String) });
    expect(await learner.preview(specialization.monthly)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { body } = await learner.cancel();
    expect(body.subscription).toMatchObject({ status: 'canceled', period_ends_at: null, renews_at: null });
    expect(body.user.account).toMatchObject({ tier: 0, active_subscription: null });
    expect(await learner.cancel()).toMatchObject({ status: 409, body: { code: 'already_done' } });
    expect(await learner.resume()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });
});

describe('resumption of a paused subscription', () => {
  const pause = async (id: string) => {
    const api = createPaddleApi(platform.paddle, { warn: () => {} });
    const paused = await api.change((paddle) => paddle.subscriptions.pause(id, { effectiveFrom: 'immediately' }));
    await platform.ledger.applySnapshot(subscriptionSnapshot(paused));
  };
  const originsOf = async (id: string) => {
    const { transactions } = await platform.control.overview();
    const own = transactions.filter(({ subscription_id }) => subscription_id === id);
    return own.map(({ origin }) => origin).sort();
  };

  it('continues the paid period without a charge', async () => {
    const learner = await buyer();
    const { subscription: active } = await learner.read();
    await pause(learner.subscriptionId);
    const { subscription: paused } = await learner.read();
    expect(paused).toMatchObject({ status: 'paused', ends_at: expect.any(String), resume_charge: 'at_period_end' });
    expect(await learner.preview(specialization.monthly)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { body } = await learner.resume();
    expect(body).toMatchObject({
      subscription: { status: 'active', ends_at: null, renews_at: active?.renews_at, resume_charge: null },
      user: { account: { tier: 1 } },
    });
    expect(await originsOf(learner.subscriptionId)).toEqual(['web']);
  });

  it('charges a new period after the paid one has ended', async () => {
    const learner = await buyer();
    await pause(learner.subscriptionId);
    await platform.control.advanceTime(40 * DAY);
    await platform.waitForDeliveries();
    await platform.applyPending();
    expect((await learner.read()).subscription).toMatchObject({ status: 'paused', resume_charge: 'now' });
    const { body } = await learner.resume();
    expect(body).toMatchObject({ subscription: { status: 'active' }, user: { account: { tier: 1 } } });
    expect(await originsOf(learner.subscriptionId)).toEqual(['subscription_recurring', 'web']);
  });
});

it('returns a link to Paddle’s portal, where the learner can add another card', async () => {
  const learner = await buyer();
  const { status, body } = await learner.post<{ url: string }>('/api/account/paddle/portal');
  expect(status).toBe(200);
  expect(body.url).toContain(`#card-${learner.subscriptionId}`);
  expect((await fetch(body.url)).status).toBe(200);
});

it('limits the changes of each account per minute', async () => {
  const [learner, other] = [await buyer(), await platform.as()];
  const statuses = [];
  for (let i = 0; i < 6; i++) statuses.push((await learner.cancel()).status);
  expect(statuses).toEqual([200, 409, 409, 409, 409, 429]);
  expect((await other.post('/api/account/paddle/cancel')).status).toBe(404);
});

it('gives the same entitlements after a replay of the ledger', async () => {
  await platform.waitForDeliveries();
  await platform.applyPending();
  expect(await platform.ledger.replay()).toMatchObject({ changed: [] });
});

describe('outage of Paddle', () => {
  it.each(['down', '429'] as const)(
    '%s: every change answers payments_unavailable and nothing changes',
    async (mode) => {
      const learner = await buyer();
      await platform.control.setApi(mode);
      const unavailable = { status: 503, body: { code: 'payments_unavailable' } };
      expect(await learner.preview(specialization.monthly)).toMatchObject(unavailable);
      expect(await learner.change(specialization.monthly, 9_999)).toMatchObject(unavailable);
      expect(await learner.cancel()).toMatchObject({
        ...unavailable,
        body: { msg: expect.stringContaining(mode === 'down' ? 'may have been made' : 'nothing has changed') },
      });
      expect(await learner.post('/api/account/paddle/portal')).toMatchObject(unavailable);
      expect(await learner.post('/api/account/paddle/customer', {})).toMatchObject(unavailable);
      expect((await learner.read()).subscription).toMatchObject({ plan: 'foundational', ends_at: null });
    },
  );
});
