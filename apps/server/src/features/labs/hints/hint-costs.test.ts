import type { LabFlagsSolved, OpenHints } from '@hexpedition/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { awardFlag } from '#features/flags/flags.public';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createMultiFlagLab } from '../testing/multi-flag-lab.ts';
import { createFakeRuntime } from '../testing.ts';

let test: TestApp;
let fixture: Awaited<ReturnType<typeof createMultiFlagLab>>;
beforeAll(async () => {
  test = await createTestApp({}, { labRuntime: createFakeRuntime() });
  fixture = await createMultiFlagLab(test);
});
afterAll(() => Promise.all([test.close(), fixture.remove()]));
beforeEach(async () => {
  await test.database.db.deleteFrom('users').execute();
  // Lets cached counts of other tests expire.
  test.clock.advance(30);
});

it('opens all earlier hints of the same flag, and no hints of other flags', async () => {
  const learner = await test.as();
  expect(await fixture.open(learner, 3)).toEqual([1, 3]);
  expect(await fixture.open(learner, 2)).toEqual([1, 2, 3]);
  expect((await learner.get<OpenHints>('/api/lab/lamp-room/hints')).body.hints.map((hint) => hint.number)).toEqual([
    1, 2, 3,
  ]);
  expect(await fixture.open(test.anonymous, 4)).toEqual([2, 4]);
});

it('deducts the cost of open hints from a flag, at most half of its points', async () => {
  const learner = await test.as();
  await fixture.open(learner, 3);
  await fixture.open(learner, 2);
  const text = await fixture.issue(learner);
  expect((await fixture.submit(learner, text('first'))).body).toMatchObject({ result: 'right', points: 6 });
  expect((await fixture.submit(learner, text('second'))).body).toMatchObject({ result: 'right', points: 16 });
  expect((await fixture.submit(learner, text('third'))).body).toMatchObject({ result: 'right', points: 30 });
  const { body } = await learner.get<LabFlagsSolved>('/api/lab/flags_solved');
  expect(body.flags.map(({ points }) => points)).toEqual([6, 16, 30]);
  expect((await learner.get('/api/account/leaderboard')).body).toMatchObject({ me: { points: 52 } });
  // A hint that is opened after the flag was found costs nothing.
  await fixture.open(learner, 4);
  expect((await fixture.submit(learner, text('second'))).body).toMatchObject({ result: 'solved', points: 0 });
  expect((await learner.get('/api/account/leaderboard')).body).toMatchObject({ me: { points: 52 } });
});

it('does not charge a learner for hints that were opened before logging in', async () => {
  await fixture.open(test.anonymous, 3);
  const learner = await test.as();
  expect((await fixture.submit(learner, (await fixture.issue(learner))('first'))).body.points).toBe(11);
});

it('either charges for a hint or awards full points when both requests arrive at once', async () => {
  for (let round = 0; round < 8; round++) {
    const learner = await test.as();
    const text = await fixture.issue(learner);
    const [hints, verdict] = await Promise.all([fixture.open(learner, 2), fixture.submit(learner, text('second'))]);
    expect(hints).toEqual([2]);
    expect([16, 20]).toContain(verdict.body.points);
    const { rows } = await sql<{ paid: boolean }>`
      select solves.points < 20 as paid from solves where user_pk = ${learner.pk}`.execute(test.database.db);
    expect(rows).toEqual([{ paid: verdict.body.points === 16 }]);
  }
});

it('opens a hint only after a concurrent flag submission has committed', async () => {
  const { db } = test.database;
  const learner = await test.as();
  const flag = { userPk: learner.pk, flagPk: await fixture.flagPk('second'), points: 20, now: test.clock.now() };
  let opening: Promise<number[]> | undefined;
  const awarded = await db.transaction().execute(async (tx) => {
    const award = await awardFlag(tx, flag);
    opening = fixture.open(learner, 2);
    // The request waits for a lock until this transaction ends.
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows[0]?.n;
      })
      .toBe(1);
    return award;
  });
  expect([awarded.points, await opening]).toEqual([20, [2]]);
});

it('awards between half and all of the points, in any order of hints and flags', async () => {
  const costs = [1, 4, 90, 3];
  const hintsOf: Record<string, number[]> = { first: [0, 2], second: [1, 3], third: [] };
  const worth = { first: 11, second: 20, third: 30 };
  const orders = fc.record({
    opened: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 6 }),
    found: fc.shuffledSubarray(['first', 'second', 'third'] as const, { minLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(orders, async ({ opened, found }) => {
      const [learner, other] = [await test.as(), await test.as()];
      const openIndexes = new Set<number>();
      for (const number of opened) for (const one of await fixture.open(learner, number)) openIndexes.add(one - 1);
      for (const number of opened.toReversed()) await fixture.open(other, number);
      const awarded: Record<string, number> = {};
      for (const caller of [learner, other]) {
        const text = await fixture.issue(caller);
        for (const id of caller === learner ? found : found.toReversed()) {
          const { points } = (await fixture.submit(caller, text(id))).body;
          if (caller === other) expect(points).toBe(awarded[id]);
          awarded[id] = points;
        }
      }
      for (const id of ['first', 'second', 'third'] as const) {
        const cost = (hintsOf[id] ?? [])
          .filter((index) => openIndexes.has(index))
          .reduce((sum, index) => sum + (costs[index] ?? 0), 0);
        expect(awarded[id]).toBe(Math.max(Math.ceil(worth[id] / 2), worth[id] - cost));
      }
    }),
    { numRuns: 12 },
  );
});
