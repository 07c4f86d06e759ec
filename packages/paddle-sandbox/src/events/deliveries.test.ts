import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prices, startSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

let test: TestSandbox;

beforeEach(async () => {
  test = await startSandbox({ delivery: { retryDelaysMs: [5, 10], disorderMs: 200 } });
});
afterEach(() => test.close());

const buyMany = async (count: number) => {
  for (let index = 0; index < count; index++) {
    await test.buy({ priceId: prices.foundationalMonthly, customer: { email: `learner${index}@example.com` } });
  }
};
const eventIds = () => test.shop.received.map(({ event }) => event.event_id);

it('retries until the shop accepts the webhook', async () => {
  let refusals = 3;
  test.shop.answerWith(() => (refusals-- > 0 ? 503 : 204));
  await buyMany(1);
  await test.sandbox.idle();
  const { notifications, events } = await test.control.overview();
  expect(notifications.every(({ status }) => status === 'delivered')).toBe(true);
  expect(notifications.reduce((all, { times_attempted }) => all + times_attempted, 0)).toBe(events.length + 3);
});

it('delivers each event at least once out of order, and some events twice', async () => {
  await test.control.setDisorder(true);
  let calls = 0;
  test.shop.answerWith(() => (calls++ % 7 === 0 ? 500 : 200));
  await buyMany(6);
  await test.sandbox.idle();
  const { events } = await test.control.overview();
  const arrived = eventIds();
  expect(new Set(arrived)).toEqual(new Set(events.map(({ event_id }) => event_id)));
  expect(arrived.length).toBeGreaterThan(events.length);
  const first = [...new Set(arrived)];
  expect(first).not.toEqual([...first].sort());
  const bodies = new Map<string, string>();
  for (const { event, body } of test.shop.received) {
    expect(bodies.get(event.event_id) ?? body).toBe(body);
    bodies.set(event.event_id, body);
  }
});

it('sends pending webhooks immediately on flush', async () => {
  await test.sandbox.close();
  await test.shop.close();
  test = await startSandbox({ delivery: { disorderMs: 60_000 } });
  await test.control.setDisorder(true);
  await buyMany(1);
  await test.control.flush();
  await test.sandbox.idle(5_000);
  expect(new Set(eventIds()).size).toBe((await test.control.overview()).events.length);
});

it('closes during deliveries without waiting for retries', async () => {
  await test.sandbox.close();
  await test.shop.close();
  test = await startSandbox({ delivery: { retryDelaysMs: [600_000] } });
  test.shop.answerWith(() => 500);
  const buying = buyMany(3);
  await test.sandbox.idle(1).catch(() => {});
  await buying;
  await test.sandbox.close();
  // A delivery in progress can still arrive.
  await sleep(50);
  const before = test.shop.received.length;
  await sleep(100);
  expect(test.shop.received.length).toBe(before);
});

it('does not change delivered events when time advances', async () => {
  await buyMany(1);
  await test.sandbox.idle();
  const before = (await test.control.overview()).events;
  await test.control.advanceTime('month');
  const after = (await test.control.overview()).events;
  expect(after.slice(0, before.length)).toEqual(before);
  const times = after.map(({ occurred_at }) => occurred_at);
  expect([...times].sort()).toEqual(times);
});
