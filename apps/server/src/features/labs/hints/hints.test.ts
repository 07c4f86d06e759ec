import type { Lab, OpenHints } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createFakeRuntime, labsTemplate } from '../testing.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({}, { labRuntime: createFakeRuntime() }, await labsTemplate());
});
afterAll(() => test.close());

type Caller = Pick<Awaited<ReturnType<TestApp['as']>>, 'get' | 'post'>;

const url = '/api/lab/tide-table/hints';
const open = (caller: Caller, number: unknown) => caller.post<OpenHints>(url, { number });
const numbers = ({ body }: { body: OpenHints }) => body.hints.map(({ number }) => number);

it('the lab contains the cost of each hint, but not its text', async () => {
  const { body } = await test.anonymous.get<Lab>('/api/lab/tide-table');
  expect(body.hints).toEqual([0, 2, 5].map((cost) => ({ cost, flag: 'flag' })));
});

it('opens a hint with the earlier ones, and stores the time', async () => {
  const learner = await test.as();
  expect(numbers(await learner.get(url))).toEqual([]);
  const first = await open(learner, 1);
  expect(first.body.hints).toEqual([{ number: 1, html: expect.stringContaining('<p>') }]);
  const then = test.clock.now();
  test.clock.advance(60);
  expect(numbers(await open(learner, 3))).toEqual([1, 2, 3]);
  // Opening an open hint again changes nothing.
  expect(numbers(await open(learner, 1))).toEqual([1, 2, 3]);
  expect((await learner.get(url)).body).toEqual((await open(learner, 3)).body);
  const rows = await test.database.db
    .selectFrom('hint_openings')
    .select(['number', 'opened_at'])
    .where('user_pk', '=', learner.pk)
    .orderBy('number')
    .execute();
  const later = new Date(then.getTime() + 60_000);
  expect(rows.map(({ number, opened_at }) => [number, opened_at])).toEqual([
    [1, then],
    [2, later],
    [3, later],
  ]);
  expect(numbers(await (await test.as()).get(url))).toEqual([]);
});

it('opens each hint once with concurrent requests', async () => {
  const learner = await test.as();
  const answers = await Promise.all(Array.from({ length: 6 }, () => open(learner, 2)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const rows = await test.database.db
    .selectFrom('hint_openings')
    .selectAll()
    .where('user_pk', '=', learner.pk)
    .execute();
  expect(rows).toHaveLength(2);
});

it('opens hints for visitors without storing anything', async () => {
  const before = await test.database.db.selectFrom('hint_openings').selectAll().execute();
  expect(numbers(await open(test.anonymous, 2))).toEqual([1, 2]);
  expect(numbers(await open(test.anonymous, 1))).toEqual([1]);
  expect(await test.database.db.selectFrom('hint_openings').selectAll().execute()).toEqual(before);
  expect((await test.anonymous.get(url)).body).toMatchObject({ code: 'token_missing' });
});

it('rejects unknown hints, unknown or hidden labs and invalid input', async () => {
  const learner = await test.as();
  expect(await open(learner, 4)).toMatchObject({ status: 404, body: { msg: 'The hint could not be found.' } });
  for (const number of [0, -1, 1.5, '1', null, 101]) expect((await open(learner, number)).status).toBe(400);
  for (const caller of [learner, test.anonymous]) {
    expect((await caller.post('/api/lab/no-such-lab/hints', { number: 1 })).status).toBe(404);
  }
  expect((await learner.get('/api/lab/no-such-lab/hints')).status).toBe(404);
  for (const slug of ['..%2Fx', 'NO', '%00']) {
    expect((await learner.get(`/api/lab/${slug}/hints`)).status, slug).toBe(400);
    expect((await learner.post(`/api/lab/${slug}/hints`, { number: 1 })).status, slug).toBe(400);
  }
  await test.database.db.updateTable('labs').set({ hidden: true }).where('slug', '=', 'tide-table').execute();
  expect((await open(learner, 1)).status).toBe(404);
  await test.database.db.updateTable('labs').set({ hidden: false }).where('slug', '=', 'tide-table').execute();
});

it('rejects a disabled account', async () => {
  const learner = await test.as();
  await open(learner, 1);
  await test.database.db.updateTable('users').set({ is_active: false }).where('pk', '=', learner.pk).execute();
  test.clock.advance(5);
  expect((await learner.get(url)).status).toBe(401);
  expect((await open(learner, 2)).status).toBe(401);
});

it('does not show an open hint that its lab no longer has', async () => {
  const learner = await test.as();
  await open(learner, 3);
  const { db } = test.database;
  const { hints } = await db
    .selectFrom('labs')
    .select('hints')
    .where('slug', '=', 'tide-table')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('labs')
    .set({ hints: JSON.stringify(hints.slice(0, 1)) })
    .where('slug', '=', 'tide-table')
    .execute();
  expect(numbers(await learner.get(url))).toEqual([1]);
});
