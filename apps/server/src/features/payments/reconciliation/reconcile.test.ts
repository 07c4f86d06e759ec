import type { ExplainedTier, PaymentsHealth } from '@hexpedition/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildUser } from '#testing/factories';
import { createTestApp, createTestClock, type TestClock } from '#testing/test-app';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { createLedger } from '../ledger/ledger.service.ts';
import { createPaddleApi, type PaddleApi } from '../paddle/paddle-api.ts';
import { sandboxPlans } from '../plans.ts';
import { createPaymentsTestApp, type PaymentsTestApp } from '../testing/payments-test-app.ts';
import { createReconciliation } from './reconcile.service.ts';
import { reconcileOnce } from './reconcile-once.ts';

/*
 * One platform receives every event of a sandbox. Others receive some or none, and reconcile.
 */

const buyers = ['renews', 'takes-back', 'fails', 'cancels', 'refunded', 'upgrades', 'ends', 'late'] as const;
let platform: PaymentsTestApp;
let api: PaddleApi;
let customers: { id: string; name: string }[];
/** Every event of the sandbox in the order of receipt. */
let allEvents: { type: string; body: string }[];

beforeAll(async () => {
  platform = await createPaymentsTestApp();
  await platform.startDeliveries();
  api = createPaddleApi(platform.paddle, { warn: () => {}, retryPauseMs: 1 });
  customers = [];
  const bought = new Map<string, { payment: string; subscription: string }>();
  const buy = async (name: (typeof buyers)[number]) => {
    const email = `${name}@example.com`;
    const { id } = await api.change((paddle) => paddle.customers.create({ email }));
    customers.push({ id, name });
    await linkCustomer(platform.database, id, name);
    const payment = await platform.buy({ customerId: id, email });
    const { subscriptionId } = await api.read((paddle) => paddle.transactions.get(payment));
    bought.set(name, { payment, subscription: subscriptionId ?? '' });
  };
  const of = (name: string) => bought.get(name) ?? { payment: '', subscription: '' };
  const cancel = (name: string, effectiveFrom: 'immediately' | 'next_billing_period') =>
    api.change((paddle) => paddle.subscriptions.cancel(of(name).subscription, { effectiveFrom }));

  for (const name of buyers.slice(0, -1)) await buy(name);
  await platform.control.failNextCharge(of('fails').subscription);
  await cancel('ends', 'next_billing_period');
  await platform.waitForDeliveries();
  // Moves all events so far into the past. Final cancellations must come after this call.
  await platform.control.advanceTime('month');
  await buy('late');
  await cancel('takes-back', 'next_billing_period');
  await api.change((paddle) => paddle.subscriptions.update(of('takes-back').subscription, { scheduledChange: null }));
  await cancel('cancels', 'immediately');
  const [renewal] = await api.read((paddle) =>
    paddle.transactions.list({ subscriptionId: [of('refunded').subscription], orderBy: 'id[DESC]' }).next(),
  );
  await platform.control.refund(renewal?.id ?? '');
  await api.change((paddle) =>
    paddle.subscriptions.update(of('upgrades').subscription, {
      items: [{ priceId: sandboxPlans[1]?.prices.monthly ?? '', quantity: 1 }],
      prorationBillingMode: 'prorated_immediately',
    }),
  );
  await platform.waitForDeliveries();
  const events = () => platform.database.db.selectFrom('paddle_events').selectAll().orderBy('received_at').execute();
  const isWaiting = async () => (await events()).some(({ applied_at }) => applied_at === null);
  await vi.waitFor(async () => expect(await isWaiting()).toBe(false), { timeout: 15_000 });
  allEvents = (await events()).map(({ event_type, body }) => ({ type: event_type, body }));
}, 60_000);
afterAll(() => platform.close());

/** Creates an account for a customer at Paddle. */
async function linkCustomer({ db }: TestDatabase, customerId: string, username: string): Promise<void> {
  const { pk } = await buildUser(db, { username });
  await db.insertInto('paddle_customers').values({ customer_id: customerId, user_pk: pk }).execute();
}

/** Returns the entitlements of all accounts, with times in milliseconds. */
async function readEntitlements({ db }: TestDatabase) {
  const rows = await db
    .selectFrom('entitlements')
    .innerJoin('users', 'users.pk', 'entitlements.user_pk')
    .select(['users.username', 'entitlements.tier', 'entitlements.starts_at', 'entitlements.ends_at'])
    .where('entitlements.source', '=', 'subscription')
    .orderBy('users.username')
    .execute();
  return rows.map(({ username, tier, starts_at, ends_at }) => ({
    ...{ username, tier },
    from: starts_at.getTime(),
    until: ends_at?.getTime(),
  }));
}
/** Expected entitlements with a tolerance of five seconds: an event is some milliseconds later than its change. */
const expectedEntitlements = async () =>
  (await readEntitlements(platform.database)).map((row) => ({
    ...row,
    from: expect.closeTo(row.from, -4),
    until: expect.closeTo(row.until ?? 0, -4),
  }));

interface OtherPlatform {
  database: TestDatabase;
  clock: TestClock;
  receive(bodies: string[]): Promise<void>;
  reconciliation(paddleApi?: PaddleApi): ReturnType<typeof createReconciliation>;
  runs(): Promise<{ subscriptions: number; payments: number; changed: string[]; failure: string | null }[]>;
  close(): Promise<void>;
}

/** Creates another platform with the same customers. */
async function createOtherPlatform(): Promise<OtherPlatform> {
  const database = await createTestDatabase();
  const { db } = database;
  for (const { id, name } of customers) await linkCustomer(database, id, name);
  const clock = createTestClock();
  const ledger = createLedger({ db, clock, plans: sandboxPlans, warn: (fault) => expect(fault).toBe('') });
  return {
    database,
    clock,
    async receive(bodies) {
      for (const body of bodies) await ledger.receive(Buffer.from(body));
      const waiting = () => db.selectFrom('paddle_events').select('event_id').where('applied_at', 'is', null).execute();
      await expect.poll(waiting, { timeout: 15_000 }).toEqual([]);
    },
    reconciliation: (paddleApi = api) =>
      createReconciliation({ db, clock, ledger, api: paddleApi, waitsMs: { page: 0, busy: 1 } }),
    runs: () =>
      db
        .selectFrom('payment_reconciliations')
        .select(['subscriptions', 'payments', 'changed', 'failure'])
        .orderBy('pk')
        .execute(),
    close: () => database.drop(),
  };
}

/** Returns a generator of pseudorandom numbers between 0 and 1. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

it('sets up a platform with every kind of subscription', async () => {
  expect((await readEntitlements(platform.database)).map(({ username, tier }) => `${username} ${tier}`)).toEqual([
    ...['cancels 1', 'ends 1', 'fails 1', 'late 1', 'refunded 1', 'renews 1', 'takes-back 1', 'upgrades 2'],
  ]);
});

describe.each([
  ['no events', 11, () => 0],
  ['20 % of the events', 12, () => 0.2],
  ['half of the events', 13, () => 0.5],
  ['another half of the events', 14, () => 0.5],
  ['80 % of the events', 15, () => 0.8],
  ['no events of subscriptions', 16, (type: string) => (type.startsWith('subscription') ? 0 : 1)],
  ['no events of payments', 17, (type: string) => (type.startsWith('transaction') ? 0 : 1)],
  ['all events', 18, () => 1],
])('a platform that has received %s', (what, seed, chance) => {
  it('has all entitlements after one reconciliation, and a second one changes nothing', async () => {
    const one = await createOtherPlatform();
    const random = seededRandom(seed);
    await one.receive(allEvents.filter(({ type }) => random() < chance(type)).map(({ body }) => body));
    const all = await expectedEntitlements();
    if (what === 'no events' || what === 'no events of subscriptions')
      expect(await readEntitlements(one.database)).toEqual([]);
    await one.reconciliation().run();
    expect(await readEntitlements(one.database)).toEqual(all);
    await one.reconciliation().run();
    const [first, second] = await one.runs();
    expect(first?.failure).toBeNull();
    if (what === 'no events') expect(first?.subscriptions).toBe(buyers.length);
    if (what === 'all events') expect(first).toMatchObject({ changed: [], subscriptions: buyers.length - 2 });
    expect(second).toMatchObject({ changed: [], failure: null });
    // The snapshots are in the ledger, and a replay gives the same entitlements.
    const { db } = one.database;
    const ledger = createLedger({ db, clock: one.clock, plans: sandboxPlans, warn: () => {} });
    expect((await ledger.replay()).changed).toEqual([]);
    await one.close();
  });
});

it('records its progress when any call fails, and the next run completes it', async () => {
  let calls = 0;
  const failingAfter = (at: number): PaddleApi => ({
    ...api,
    read: (ask) => {
      if (++calls > at) return platform.control.setApi('down').then(() => api.read(ask));
      return api.read(ask);
    },
  });
  const counted = await createOtherPlatform();
  await counted.reconciliation(failingAfter(Infinity)).run();
  const all = calls;
  expect(all).toBeGreaterThan(3);
  for (let at = 0; at < all; at++) {
    const one = await createOtherPlatform();
    calls = 0;
    await one.reconciliation(failingAfter(at)).run();
    await platform.control.setApi('ok');
    const [failed] = await one.runs();
    expect(failed?.failure).toBe('Paddle did not answer or rejected the request.');
    const rows = await one.database.db.selectFrom('paddle_events').select('applied_at').execute();
    expect(rows).toHaveLength(failed?.changed.length ?? -1);
    await one.reconciliation().run();
    expect(await readEntitlements(one.database)).toEqual(await expectedEntitlements());
    await one.close();
  }
  await counted.close();
}, 60_000);

it('retries after too_many_requests and fails after three attempts', async () => {
  const one = await createOtherPlatform();
  let busy = 2;
  const busyApi: PaddleApi = {
    ...api,
    read: async (ask) => {
      await platform.control.setApi(busy-- > 0 ? '429' : 'ok');
      return api.read(ask);
    },
  };
  await one.reconciliation(busyApi).run();
  busy = Infinity;
  await one.reconciliation(busyApi).run();
  await platform.control.setApi('ok');
  const [first, second] = await one.runs();
  expect(first?.failure).toBeNull();
  expect(second?.failure).toBe('Paddle did not answer or rejected the request.');
  await one.close();
});

it('runs on one of several nodes, at night or after a missed night', async () => {
  const one = await createOtherPlatform();
  const nodes = () => Promise.all([one.reconciliation(), one.reconciliation()].map((node) => node.sweep()));
  await nodes();
  expect(await one.runs()).toHaveLength(1);
  // The next run is due at three o'clock, at least twenty hours after the last one.
  const hours = (count: number) => one.clock.advance(count * 3_600);
  hours(19);
  await nodes();
  expect(await one.runs()).toHaveLength(1);
  hours(10);
  await nodes();
  expect(await one.runs()).toHaveLength(2);
  hours(20.5);
  while (one.clock.now().getUTCHours() !== 3) hours(1);
  const { db } = one.database;
  const nightly = await db
    .selectFrom('payment_reconciliations')
    .select('started_at')
    .orderBy('pk', 'desc')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('payment_reconciliations')
    .set({ started_at: new Date(one.clock.now().getTime() - 21 * 3_600_000) })
    .where('started_at', '=', nightly.started_at)
    .execute();
  await nodes();
  expect(await one.runs()).toHaveLength(3);
  // A run that died with its process does not block later runs.
  await db
    .insertInto('payment_reconciliations')
    .values({ started_at: one.clock.now(), seen_at: one.clock.now() })
    .execute();
  await one.reconciliation().run();
  expect(await one.runs()).toHaveLength(4);
  one.clock.advance(601);
  await one.reconciliation().run();
  expect(await one.runs()).toHaveLength(5);
  await one.close();
});

it('stops when the server shuts down', async () => {
  const one = await createOtherPlatform();
  const { db } = one.database;
  const ledger = createLedger({ db, clock: one.clock, plans: sandboxPlans, warn: () => {} });
  await createReconciliation({ db, clock: one.clock, api, ledger, isStopping: () => true }).run();
  expect(await one.runs()).toEqual([
    { subscriptions: 0, payments: 0, changed: [], failure: 'The server was stopped.' },
  ]);
  await one.close();
});

describe('payments admin', () => {
  it('shows the state of the ledger and starts a reconciliation', async () => {
    const captain = await platform.as({ isSuperuser: true });
    const { status, body } = await captain.post<PaymentsHealth>('/api/admin/payments/reconcile');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      sells: true,
      events: { waiting: 0, failed: 0, failed_events: [] },
      subscriptions: { active: 5, trialing: 0, past_due: 1, paused: 0, canceled: 2 },
      reconciliation: { state: 'done', changed: 0, changed_ids: [], failure: null, subscriptions: buyers.length - 2 },
    });
    expect((await captain.get<PaymentsHealth>('/api/admin/payments')).body).toEqual(body);
  });

  it('shows subscriptions that give no access, because no configured plan has their product', async () => {
    const captain = await platform.as({ isSuperuser: true });
    const { db } = platform.database;
    const read = async () => (await captain.get<PaymentsHealth>('/api/admin/payments')).body.without_plan;
    expect(await read()).toEqual([]);
    const { id, product_id } = await db
      .selectFrom('subscriptions')
      .select(['id', 'product_id'])
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow();
    const sell = (product: string) =>
      db.updateTable('subscriptions').set({ product_id: product }).where('id', '=', id).execute();
    await sell('pro_addon');
    expect(await read()).toEqual([{ subscription: id, product: 'pro_addon' }]);
    await sell(product_id);
  });

  it('shows events that could not be read and a failed run', async () => {
    const captain = await platform.as({ isSuperuser: true });
    const { db } = platform.database;
    const at = new Date();
    const broken = { event_id: 'evt_broken', event_type: 'subscription.updated', occurred_at: at, received_at: at };
    await db
      .insertInto('paddle_events')
      .values({ ...broken, body: '{}', error: 'status: missing' })
      .execute();
    await platform.control.setApi('down');
    const { body } = await captain.post<PaymentsHealth>('/api/admin/payments/reconcile');
    await platform.control.setApi('ok');
    await db.deleteFrom('paddle_events').where('event_id', '=', 'evt_broken').execute();
    expect(body.events).toMatchObject({
      failed: 1,
      failed_events: [{ event: 'evt_broken', type: 'subscription.updated', error: 'status: missing' }],
    });
    expect(body.reconciliation).toMatchObject({
      state: 'failed',
      failure: 'Paddle did not answer or rejected the request.',
    });
  });
});

describe('reasons for a tier', () => {
  const tierOf = async (username: string) => {
    const captain = await platform.as({ isSuperuser: true });
    return captain.get<ExplainedTier>(`/api/admin/payments/tier/${username}`);
  };

  it('are returned with the subscription, and the username ignores case', async () => {
    const { body } = await tierOf('UPGRADES');
    expect(body).toMatchObject({
      ...{ username: 'upgrades', tier: 2, is_superuser: false },
      reasons: [{ source: 'subscription', tier: 2, state: 'current', reference: body.subscription?.id }],
      subscription: { plan: 'specialization', status: 'active' },
    });
    expect((await tierOf('cancels')).body).toMatchObject({ tier: 0, reasons: [{ state: 'over' }] });
  });

  it('are returned for an account without a subscription, and 404 for an unknown one', async () => {
    const { username } = await buildUser(platform.database.db, { tier: 3 });
    const { body } = await tierOf(username);
    expect(body).toMatchObject({ tier: 3, reasons: [{ source: 'grant', until: null }], subscription: null });
    expect(await tierOf('nobody')).toMatchObject({ status: 404, body: { msg: 'There is no account nobody.' } });
  });
});

it('shows that payments are switched off, and refuses to reconcile', async () => {
  const plain = await createTestApp();
  const captain = await plain.as({ isSuperuser: true });
  expect((await captain.get('/api/admin/payments')).body).toEqual({
    sells: false,
    events: { last_at: null, waiting: 0, failed: 0, failed_events: [] },
    subscriptions: { active: 0, trialing: 0, past_due: 0, paused: 0, canceled: 0 },
    without_plan: [],
    reconciliation: null,
  });
  expect((await captain.post('/api/admin/payments/reconcile')).status).toBe(404);
  await plain.close();
});

it('returns the summary for the command', async () => {
  const one = await createOtherPlatform();
  const { db } = one.database;
  const once = () => reconcileOnce(db, one.clock, platform.paddle, () => {});
  expect(await once()).toMatch(/^Paddle returned 8 subscriptions and \d+ payments\. \d+ differed: .*, …\.$/);
  expect(await once()).toMatch(/Nothing differed\.$/);
  await platform.control.setApi('down');
  await expect(once()).rejects.toThrow(/^Paddle did not answer or rejected the request\. .* Nothing differed\./);
  await platform.control.setApi('ok');
  await db
    .insertInto('payment_reconciliations')
    .values({ started_at: one.clock.now(), seen_at: one.clock.now() })
    .execute();
  expect(await once()).toContain('already reconciling');
  await one.close();
});
