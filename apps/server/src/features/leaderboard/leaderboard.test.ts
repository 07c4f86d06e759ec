import type { Leaderboard } from '@hexpedition/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '#testing/factories';
import { createTestApp, type TestApp } from '#testing/test-app';

const url = '/api/account/leaderboard';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function score(username: string, points: number, at: string) {
  const { pk } = await buildUser(test.database.db, { username });
  await test.database.db
    .insertInto('scores')
    .values({ user_pk: pk, points, flags: 1, last_solve_at: new Date(at) })
    .execute();
  return { pk };
}

const disable = ({ pk }: { pk: number }, isActive = false) =>
  test.database.db.updateTable('users').set({ is_active: isActive }).where('pk', '=', pk).execute();

it('orders by points, ties by the earlier, and pages without losing or repeating anybody', async () => {
  await score('second', 30, '2026-01-02T00:00:00Z');
  const third = await score('third', 30, '2026-01-03T00:00:00Z');
  await score('first', 50, '2026-01-09T00:00:00Z');
  await score('fourth', 10, '2026-01-01T00:00:00Z');
  await disable(await score('hidden', 99, '2026-01-01T00:00:00Z'));
  await score('nothing', 0, '2026-01-01T00:00:00Z');

  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor ? `?limit=1&cursor=${cursor}` : '?limit=1';
    const page: Leaderboard = (await test.anonymous.get<Leaderboard>(url + query)).body;
    seen.push(...page.entries.map((entry) => `${entry.rank} ${entry.username}`));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(['1 first', '2 second', '3 third', '4 fourth']);

  const own = await (await test.as(third)).get<Leaderboard>(url);
  expect(own.body.me).toEqual({ rank: 3, points: 30, flags: 1 });
  expect((await (await test.as()).get<Leaderboard>(url)).body.me).toBeNull();
});

it('keeps places apart that differ by less than a millisecond', async () => {
  const users = await Promise.all(['us1', 'us2', 'us3'].map((username) => buildUser(test.database.db, { username })));
  for (const [index, { pk }] of users.entries()) {
    await test.database.db
      .insertInto('scores')
      .values({
        user_pk: pk,
        points: 5,
        flags: 1,
        last_solve_at: `2026-02-01T00:00:00.00000${index + 1}Z` as unknown as Date,
      })
      .execute();
  }
  const first = await test.anonymous.get<Leaderboard>(`${url}?limit=5`);
  const second = await test.anonymous.get<Leaderboard>(`${url}?limit=5&cursor=${first.body.next_cursor}`);
  expect([...first.body.entries, ...second.body.entries].map((entry) => entry.username).slice(-3)).toEqual([
    'us1',
    'us2',
    'us3',
  ]);
});

it('refuses a cursor that is not ours and a limit out of range', async () => {
  for (const query of [
    'cursor=rubbish',
    `cursor=${Buffer.from('[1,2,"3; drop",4]').toString('base64url')}`,
    'limit=0',
    'limit=101',
    'limit=x',
  ]) {
    expect((await test.anonymous.get(`${url}?${query}`)).body.code).toBe('invalid_request');
  }
});

it('knows one’s own rank from counts that follow every change', async () => {
  const { db } = test.database;
  const rank = async (user: { pk: number }) => (await (await test.as(user)).get<Leaderboard>(url)).body.me?.rank;
  await db.deleteFrom('scores').execute();
  const [top, mid, tie] = [
    await score('top', 80, '2026-03-01T00:00:00Z'),
    await score('mid', 40, '2026-03-01T00:00:00Z'),
    await score('tie', 40, '2026-03-02T00:00:00Z'),
  ];
  expect([await rank(top), await rank(mid), await rank(tie)]).toEqual([1, 2, 3]);
  await db.updateTable('scores').set({ points: 90 }).where('user_pk', '=', tie.pk).execute();
  expect([await rank(top), await rank(mid), await rank(tie)]).toEqual([2, 3, 1]);
  await disable(tie);
  expect([await rank(top), await rank(mid)]).toEqual([1, 2]);
  await disable(tie, true);
  expect(await rank(mid)).toBe(3);
  await db.deleteFrom('users').where('pk', '=', top.pk).execute();
  expect(await rank(mid)).toBe(2);
  const counts = await db.selectFrom('score_counts').selectAll().where('learners', '<>', 0).orderBy('points').execute();
  expect(counts).toEqual([
    { points: 40, learners: 1 },
    { points: 90, learners: 1 },
  ]);
});

it('names the profile of those who show one', async () => {
  const { db } = test.database;
  await db.deleteFrom('scores').execute();
  const shown = await score('Shown', 20, '2026-03-01T00:00:00Z');
  const kept = await score('Kept', 10, '2026-03-01T00:00:00Z');
  await db.updateTable('users').set({ profile_slug: 'elsewhere' }).where('pk', '=', shown.pk).execute();
  await db.updateTable('users').set({ profile_public: false }).where('pk', '=', kept.pk).execute();
  const { entries } = (await test.anonymous.get<Leaderboard>(url)).body;
  expect(entries.map(({ username, slug }) => [username, slug])).toEqual([
    ['Shown', 'elsewhere'],
    ['Kept', null],
  ]);
  await db.updateTable('users').set({ listed: false }).where('pk', '=', shown.pk).execute();
  const own = await (await test.as(shown)).get<Leaderboard>(url);
  expect(own.body.entries.map(({ username }) => username)).toEqual(['Kept']);
  expect(own.body.me).toBeNull();
});
