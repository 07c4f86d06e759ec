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

const life = historyOf(1, [{ step: 'renew', days: 30 }]);
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
const kept = () => test.database.db.selectFrom('paddle_events').selectAll().orderBy('event_id').execute();
const tierNow = async () => (await learner.get<{ user: User }>('/api/account/details')).body.user.account.tier;
const tierUntil = (tier: number) => expect.poll(tierNow, { timeout: 10_000 }).toBe(tier);

/** The same life, as if it had been renewed yesterday: the tier is what is current. */
const recentLife = (() => {
  const shift = Date.now() - 31 * 86_400_000 - Date.parse('2026-01-05T09:00:00Z');
  const text = JSON.stringify(life.events).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
    new Date(Date.parse(time) + shift).toISOString(),
  );
  return JSON.parse(text) as { event_id: string }[];
})();
const recent = () => recentLife;

describe('a delivery', () => {
  it('is kept, and opens what was bought', async () => {
    for (const event of recent()) {
      const body = bodyOf(event);
      expect(await send(body, sign(body))).toBe(200);
    }
    await tierUntil(1);
    expect((await kept()).map(({ body }) => body)).toEqual(recent().map(bodyOf));
    await expect.poll(async () => (await kept()).every(({ applied_at }) => applied_at !== null)).toBe(true);
  });

  it('that says who a buyer is and where they live is acknowledged, and nothing of it is kept', async () => {
    for (const event_type of ['customer.updated', 'address.created', 'payment_method.saved']) {
      const data = { id: 'ctm_1', name: 'Mara', email: 'mara@example.org' };
      const body = bodyOf({ event_id: `evt_${event_type}`, event_type, occurred_at: test.clock.now(), data });
      expect(await send(body, sign(body))).toBe(200);
    }
    expect(await kept()).toEqual([]);
  });

  it('that is forged, altered, old, of tomorrow or unsigned is refused, and nothing of it is kept', async () => {
    const [event] = recent();
    const body = bodyOf(event ?? {});
    const minutes = (n: number) => new Date(test.clock.now().getTime() + n * 60_000);
    expect(await send(body)).toBe(403);
    expect(await send(body, sign(body, { by: 'another secret of somebody' }))).toBe(403);
    expect(await send(body.replace('active', 'past_due').replace('completed', 'paid'), sign(body))).toBe(403);
    expect(await send(body, sign(body, { at: minutes(-6) }))).toBe(403);
    expect(await send(body, sign(body, { at: minutes(6) }))).toBe(403);
    for (const rubbish of ['ts=;h1=', 'ts=1;h1=zz', 'h1=00', ';;;', 'ts=99999999999999;h1=', `${sign(body)}00`])
      expect(await send(body, rubbish)).toBe(403);
    expect(await kept()).toEqual([]);
    // One of several signatures is enough, while the secret is being changed.
    const [time, right] = sign(body).split(';');
    expect(await send(body, `${time};h1=${'0'.repeat(64)};${right}`)).toBe(200);
  });

  it('that is signed and no event is refused', async () => {
    for (const body of [
      '{}',
      '[]',
      '"x"',
      '{"event_id":1}',
      'not json',
      JSON.stringify({ ...life.events[0], data: [] }),
    ])
      expect(await send(body, sign(body))).toBe(400);
    expect(await kept()).toEqual([]);
  });

  it('that comes again changes nothing', async () => {
    const body = bodyOf(recent()[0] ?? {});
    expect([await send(body, sign(body)), await send(body, sign(body))]).toEqual([200, 200]);
    expect(await kept()).toHaveLength(1);
  });
});

describe('the ledger', () => {
  const options = () => {
    const { db } = test.database;
    return { db, clock: test.clock, plans: testPlans, warn: () => {} };
  };

  it('loses nothing when a process dies between receipt and work: another one goes on', async () => {
    const dying = createLedger(options());
    dying.applyPending = () => Promise.reject(new Error('The process is gone.'));
    for (const event of recent()) {
      const body = bodyOf(event);
      await dying.receive(Buffer.from(body));
    }
    expect((await kept()).map(({ applied_at }) => applied_at)).toEqual(recent().map(() => null));
    expect(await tierNow()).toBe(0);
    // Two nodes at once share the work.
    await Promise.all([createLedger(options()).applyPending(), createLedger(options()).applyPending()]);
    expect(await tierNow()).toBe(1);
    expect((await kept()).every(({ applied_at }) => applied_at !== null)).toBe(true);
  });

  it('keeps what it cannot read, says so, and goes on', async () => {
    const faults: object[] = [];
    const ledger = createLedger({ ...options(), warn: (fault) => faults.push(fault) });
    const [first, ...rest] = recent();
    const broken = { ...first, event_id: 'evt_0', event_type: 'subscription.updated', data: { id: 'sub_1' } };
    for (const event of [broken, first, ...rest]) {
      const body = bodyOf(event ?? {});
      await ledger.receive(Buffer.from(body));
    }
    await ledger.applyPending();
    await tierUntil(1);
    expect(faults).toEqual([{ event: 'evt_0', fault: expect.stringMatching(/^status: /) }]);
    expect((await kept())[0]).toMatchObject({ event_id: 'evt_0', applied_at: null, fault: expect.any(String) });
  });

  it('gives the same when all of it is applied once more, and names what differs', async () => {
    const ledger = createLedger(options());
    for (const event of recent()) {
      const body = bodyOf(event);
      await ledger.receive(Buffer.from(body));
    }
    await ledger.applyPending();
    expect(await ledger.replay()).toEqual({ events: recent().length, changed: [] });
    const { db } = test.database;
    await db.deleteFrom('entitlements').execute();
    expect(await ledger.replay()).toEqual({ events: recent().length, changed: ['sub_1'] });
    expect(await tierNow()).toBe(1);
  });
});

it('a site that asks visitors for an access code takes deliveries without one', async () => {
  const paddle = testPaddle({ webhookSecret: secret });
  const closed = await createTestApp({ paddle, siteAccessCode: 'a code of eight' });
  const body = bodyOf(recent()[0] ?? {});
  const headers = { 'content-type': 'application/json', 'paddle-signature': sign(body, { at: closed.clock.now() }) };
  const post = (given: Record<string, string>) =>
    closed.app.inject({ method: 'POST', url: '/api/paddle/webhook', headers: given, payload: body });
  expect((await post(headers)).statusCode).toBe(200);
  expect((await post({ 'content-type': 'application/json' })).statusCode).toBe(403);
  await closed.close();
});

it('without payments there is nothing to deliver to', async () => {
  const plain = await createTestApp();
  expect((await plain.anonymous.post('/api/paddle/webhook', {})).status).toBe(404);
  await plain.close();
});
