import { createHmac } from 'node:crypto';
import type { User } from '@hexpedition/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { historyOf, testPaddle, testPlans } from '../testing/subscription-model.ts';
import { createLedger } from './ledger.service.ts';

const secret = 'pdl_ntfset_test_secret_of_this_file';
let test: TestApp;
let learner: Awaited<ReturnType<TestApp['as']>>;
beforeEach(async () => {
  test = await createTestApp({ paddle: testPaddle({ webhookSecret: secret }) });
  learner = await test.as();
  await test.database.db.insertInto('paddle_customers').values({ customer_id: 'ctm_1', user_pk: learner.pk }).execute();
});
afterEach(() => test.close());

const history = historyOf(1, [{ step: 'renew', days: 30 }]);
const bodyOf = (event: object) => JSON.stringify(event);
function sign(body: string, { at = test.clock.now(), by = secret } = {}): string {
  const time = Math.floor(at.getTime() / 1_000);
  return `ts=${time};h1=${createHmac('sha256', by).update(`${time}:${body}`).digest('hex')}`;
}
const send = async (body: string, signature?: string) => {
  const headers = { 'content-type': 'application/json', ...(signature ? { 'paddle-signature': signature } : {}) };
  const { statusCode } = await test.app.inject({ method: 'POST', url: '/api/paddle/webhook', headers, payload: body });
  return statusCode;
};
const storedEvents = () => test.database.db.selectFrom('paddle_events').selectAll().orderBy('event_id').execute();
const tierNow = async () => (await learner.get<{ user: User }>('/api/account/details')).body.user.account.tier;
const expectTier = (tier: number) => expect.poll(tierNow, { timeout: 10_000 }).toBe(tier);

/** The same history, moved so that the renewal was yesterday and the tier is current. */
const recentEvents = (() => {
  const shift = Date.now() - 31 * 86_400_000 - Date.parse('2026-01-05T09:00:00Z');
  const text = JSON.stringify(history.events).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
    new Date(Date.parse(time) + shift).toISOString(),
  );
  return JSON.parse(text) as { event_id: string }[];
})();

describe('webhook', () => {
  it('stores the events and raises the tier', async () => {
    for (const event of recentEvents) {
      const body = bodyOf(event);
      expect(await send(body, sign(body))).toBe(200);
    }
    await expectTier(1);
    expect((await storedEvents()).map(({ body }) => body)).toEqual(recentEvents.map(bodyOf));
    await expect.poll(async () => (await storedEvents()).every(({ applied_at }) => applied_at !== null)).toBe(true);
  });

  it('accepts events with names and addresses of customers but does not store them', async () => {
    for (const event_type of ['customer.updated', 'address.created', 'payment_method.saved']) {
      const data = { id: 'ctm_1', name: 'Mara', email: 'mara@example.org' };
      const body = bodyOf({ event_id: `evt_${event_type}`, event_type, occurred_at: test.clock.now(), data });
      expect(await send(body, sign(body))).toBe(200);
    }
    expect(await storedEvents()).toEqual([]);
  });

  it('rejects a delivery without a body', async () => {
    const headers = { 'paddle-signature': sign('') };
    const { statusCode } = await test.app.inject({ method: 'POST', url: '/api/paddle/webhook', headers });
    expect(statusCode).toBe(403);
  });

  it('rejects a forged, altered, old, future or unsigned delivery and does not store it', async () => {
    const [event] = recentEvents;
    const body = bodyOf(event ?? {});
    const minutes = (n: number) => new Date(test.clock.now().getTime() + n * 60_000);
    expect(await send(body)).toBe(403);
    expect(await send(body, sign(body, { by: 'another secret of somebody' }))).toBe(403);
    expect(await send(body.replace('active', 'past_due').replace('completed', 'paid'), sign(body))).toBe(403);
    expect(await send(body, sign(body, { at: minutes(-6) }))).toBe(403);
    expect(await send(body, sign(body, { at: minutes(6) }))).toBe(403);
    for (const rubbish of ['ts=;h1=', 'ts=1;h1=zz', 'h1=00', ';;;', 'ts=99999999999999;h1=', `${sign(body)}00`])
      expect(await send(body, rubbish)).toBe(403);
    expect(await storedEvents()).toEqual([]);
    // One valid signature of several is enough during a rotation of the secret.
    const [time, valid] = sign(body).split(';');
    expect(await send(body, `${time};h1=${'0'.repeat(64)};${valid}`)).toBe(200);
  });

  it('rejects a signed body that is not an event', async () => {
    for (const body of [
      '{}',
      '[]',
      '"x"',
      '{"event_id":1}',
      'not json',
      JSON.stringify({ ...history.events[0], data: [] }),
    ])
      expect(await send(body, sign(body))).toBe(400);
    expect(await storedEvents()).toEqual([]);
  });

  it('stores an event once when it is delivered twice', async () => {
    const body = bodyOf(recentEvents[0] ?? {});
    expect([await send(body, sign(body)), await send(body, sign(body))]).toEqual([200, 200]);
    expect(await storedEvents()).toHaveLength(1);
  });
});

describe('ledger', () => {
  const options = () => {
    const { db } = test.database;
    return { db, clock: test.clock, plans: testPlans, warn: () => {} };
  };

  it('applies events in another process if one dies after receipt', async () => {
    const dying = createLedger(options());
    dying.applyPending = () => Promise.reject(new Error('The process is gone.'));
    for (const event of recentEvents) {
      const body = bodyOf(event);
      await dying.receive(Buffer.from(body));
    }
    expect((await storedEvents()).map(({ applied_at }) => applied_at)).toEqual(recentEvents.map(() => null));
    expect(await tierNow()).toBe(0);
    // Two nodes apply the events at the same time.
    await Promise.all([createLedger(options()).applyPending(), createLedger(options()).applyPending()]);
    expect(await tierNow()).toBe(1);
    expect((await storedEvents()).every(({ applied_at }) => applied_at !== null)).toBe(true);
  });

  it('keeps an event that it cannot parse, reports it, and applies the others', async () => {
    const faults: object[] = [];
    const ledger = createLedger({ ...options(), warn: (fault) => faults.push(fault) });
    const [first, ...rest] = recentEvents;
    const broken = { ...first, event_id: 'evt_0', event_type: 'subscription.updated', data: { id: 'sub_1' } };
    for (const event of [broken, first, ...rest]) {
      const body = bodyOf(event ?? {});
      await ledger.receive(Buffer.from(body));
    }
    await ledger.applyPending();
    await expectTier(1);
    expect(faults).toEqual([{ event: 'evt_0', error: expect.stringMatching(/^status: /) }]);
    expect((await storedEvents())[0]).toMatchObject({ event_id: 'evt_0', applied_at: null, error: expect.any(String) });
  });

  it('gives the same entitlements after a replay, and returns the subscriptions that changed', async () => {
    const ledger = createLedger(options());
    for (const event of recentEvents) {
      const body = bodyOf(event);
      await ledger.receive(Buffer.from(body));
    }
    await ledger.applyPending();
    expect(await ledger.replay()).toEqual({ events: recentEvents.length, changed: [] });
    const { db } = test.database;
    await db.deleteFrom('entitlements').execute();
    expect(await ledger.replay()).toEqual({ events: recentEvents.length, changed: ['sub_1'] });
    expect(await tierNow()).toBe(1);
  });
});

it('accepts deliveries without an access code on a site that requires one', async () => {
  const paddle = testPaddle({ webhookSecret: secret });
  const closed = await createTestApp({ paddle, siteAccessCode: 'a code of eight' });
  const body = bodyOf(recentEvents[0] ?? {});
  const headers = { 'content-type': 'application/json', 'paddle-signature': sign(body, { at: closed.clock.now() }) };
  const post = (given: Record<string, string>) =>
    closed.app.inject({ method: 'POST', url: '/api/paddle/webhook', headers: given, payload: body });
  expect((await post(headers)).statusCode).toBe(200);
  expect((await post({ 'content-type': 'application/json' })).statusCode).toBe(403);
  await closed.close();
});

it('answers 404 at the webhook if payments are switched off', async () => {
  const plain = await createTestApp();
  expect((await plain.anonymous.post('/api/paddle/webhook', {})).status).toBe(404);
  await plain.close();
});
