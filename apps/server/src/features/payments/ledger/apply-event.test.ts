import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '#testing/factories';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { histories, historyOf, testPlans } from '../testing/subscription-model.ts';
import { applyEvent } from './apply-event.ts';
import type { Envelope } from './paddle-events.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Every event at least once and in any order. Some arrive twice; some are lost and sent again at the end. */
const deliveries = (events: readonly Envelope[]): fc.Arbitrary<Envelope[]> =>
  fc
    .tuple(fc.shuffledSubarray([...events]), fc.shuffledSubarray([...events], { minLength: events.length }))
    .map(([first, all]) => [...first, ...all]);

const entitlementOf = async (id: string) => {
  const row = await database.db
    .selectFrom('entitlements')
    .select(['tier', 'starts_at', 'ends_at'])
    .where('subscription_id', '=', id)
    .executeTakeFirst();
  return row ? { tier: row.tier, from: row.starts_at, until: row.ends_at } : null;
};
const deliver = (events: readonly Envelope[]) =>
  database.db.transaction().execute(async (tx) => {
    for (const event of events) await applyEvent(tx, event, testPlans);
  });

test('1,000 subscriptions get the same entitlements as in a simple model, with events twice, late and in any order', async () => {
  const { db } = database;
  let n = 0;
  const kinds = new Set<string>();
  const stories = histories.chain((taken) => {
    const history = historyOf(++n, taken);
    return deliveries(history.events).map((delivered) => ({ ...history, delivered }));
  });
  await fc.assert(
    fc.asyncProperty(stories, async ({ events, delivered, expected }) => {
      const [, number = ''] = /_(\d+)_/.exec(events[0]?.event_id ?? '') ?? [];
      const { pk } = await buildUser(db);
      await db
        .insertInto('paddle_customers')
        .values({ customer_id: `ctm_${number}`, user_pk: pk })
        .execute();
      await deliver(delivered);
      expect(await entitlementOf(`sub_${number}`)).toEqual(expected);
      // Replays every fourth subscription. A replay of all of them is slow.
      if (Number(number) % 4 === 0) {
        await deliver(events);
        expect(await entitlementOf(`sub_${number}`)).toEqual(expected);
      }
      for (const { event_type } of events) kinds.add(event_type);
    }),
    { numRuns: 1_000, endOnFailure: true },
  );
  expect(kinds.size).toBe(9);
}, 180_000);
