import type { LabFlagsSolved, OpenHints } from '@hexpedition/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { awardFlag } from '#features/flags/flags.public';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createLampRoom } from '../testing/lamp-room.ts';
import { createFakeRuntime } from '../testing.ts';

let test: TestApp;
let lampRoom: Awaited<ReturnType<typeof createLampRoom>>;
beforeAll(async () => {
  test = await createTestApp({}, { labRuntime: createFakeRuntime() });
  lampRoom = await createLampRoom(test);
});
afterAll(() => Promise.all([test.close(), lampRoom.remove()]));
beforeEach(async () => {
  await test.database.db.deleteFrom('users').execute();
  // What was counted of others is forgotten.
  test.clock.advance(30);
});

it('open one after the other for each flag, and not for the others', async () => {
  const learner = await test.as();
  expect(await lampRoom.open(learner, 3)).toEqual([1, 3]);
  expect(await lampRoom.open(learner, 2)).toEqual([1, 2, 3]);
  expect((await learner.get<OpenHints>('/api/lab/lamp-room/hints')).body.hints.map((hint) => hint.number)).toEqual([
    1, 2, 3,
  ]);
  expect(await lampRoom.open(test.anonymous, 4)).toEqual([2, 4]);
});

it('that are open when a flag is found cost points of it, never more than half', async () => {
  const learner = await test.as();
  await lampRoom.open(learner, 3);
  await lampRoom.open(learner, 2);
  const text = await lampRoom.issue(learner);
  expect((await lampRoom.submit(learner, text('first'))).body).toMatchObject({ result: 'right', points: 6 });
  expect((await lampRoom.submit(learner, text('second'))).body).toMatchObject({ result: 'right', points: 16 });
  expect((await lampRoom.submit(learner, text('third'))).body).toMatchObject({ result: 'right', points: 30 });
  const { body } = await learner.get<LabFlagsSolved>('/api/lab/flags_solved');
  expect(body.flags.map(({ points }) => points)).toEqual([6, 16, 30]);
  expect((await learner.get('/api/account/leaderboard')).body).toMatchObject({ me: { points: 52 } });
  // What is opened afterwards costs nothing, and takes nothing back.
  await lampRoom.open(learner, 4);
  expect((await lampRoom.submit(learner, text('second'))).body).toMatchObject({ result: 'solved', points: 0 });
  expect((await learner.get('/api/account/leaderboard')).body).toMatchObject({ me: { points: 52 } });
});

it('of a visitor cost nothing: nobody knows who it was', async () => {
  await lampRoom.open(test.anonymous, 3);
  const learner = await test.as();
  expect((await lampRoom.submit(learner, (await lampRoom.issue(learner))('first'))).body.points).toBe(11);
});

it('are either open before the flag is found or cost nothing, when both are pressed at once', async () => {
  for (let round = 0; round < 8; round++) {
    const learner = await test.as();
    const text = await lampRoom.issue(learner);
    const [hints, verdict] = await Promise.all([lampRoom.open(learner, 2), lampRoom.submit(learner, text('second'))]);
    expect(hints).toEqual([2]);
    expect([16, 20]).toContain(verdict.body.points);
    const { rows } = await sql<{ paid: boolean }>`
      select solves.points < 20 as paid from solves where user_pk = ${learner.pk}`.execute(test.database.db);
    expect(rows).toEqual([{ paid: verdict.body.points === 16 }]);
  }
});

it('wait for the flag that is being handed in', async () => {
  const { db } = test.database;
  const learner = await test.as();
  const flag = { userPk: learner.pk, flagPk: await lampRoom.flagPk('second'), points: 20, now: test.clock.now() };
  let opening: Promise<number[]> | undefined;
  const given = await db.transaction().execute(async (tx) => {
    const award = await awardFlag(tx, flag);
    opening = lampRoom.open(learner, 2);
    // It asks in vain as long as this transaction lasts.
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows[0]?.n;
      })
      .toBe(1);
    return award;
  });
  expect([given.points, await opening]).toEqual([20, [2]]);
});

it('leave at least half of the points and never add any, in whatever order they are opened', async () => {
  const costs = [1, 4, 90, 3];
  const of: Record<string, number[]> = { first: [0, 2], second: [1, 3], third: [] };
  const worth = { first: 11, second: 20, third: 30 };
  const orders = fc.record({
    opened: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 6 }),
    found: fc.shuffledSubarray(['first', 'second', 'third'] as const, { minLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(orders, async ({ opened, found }) => {
      const [learner, other] = [await test.as(), await test.as()];
      const reached = new Set<number>();
      for (const number of opened) for (const one of await lampRoom.open(learner, number)) reached.add(one - 1);
      for (const number of opened.toReversed()) await lampRoom.open(other, number);
      const given: Record<string, number> = {};
      for (const who of [learner, other]) {
        const text = await lampRoom.issue(who);
        for (const id of who === learner ? found : found.toReversed()) {
          const { points } = (await lampRoom.submit(who, text(id))).body;
          if (who === other) expect(points).toBe(given[id]);
          given[id] = points;
        }
      }
      for (const id of ['first', 'second', 'third'] as const) {
        const cost = (of[id] ?? [])
          .filter((index) => reached.has(index))
          .reduce((sum, index) => sum + (costs[index] ?? 0), 0);
        expect(given[id]).toBe(Math.max(Math.ceil(worth[id] / 2), worth[id] - cost));
      }
    }),
    { numRuns: 12 },
  );
});
